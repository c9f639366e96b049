import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const rooms = ['src-renderer/**/*.{ts,tsx}', 'src-main/electron/**/*.ts']

/** Rooms whose sentences are still where they are made. It only ever gets shorter. */
const notYetMoved: readonly string[] = [
  // For a launcher or a terminal, before there is a language.
  'src-main/electron/exit-with-error.ts',
  // What main knows more exactly of a failure than its code says.
  'src-main/electron/recovery-',
  'src-main/electron/updates/',
]

interface Node {
  readonly type: string
  readonly start: number
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What an operator reads: two words, or one with a full stop. Names of classes and of keys have no capital and blank. */
const sentence = /^\p{Lu}[\p{L}’]*[,:]? \S*\p{L}|\p{L}{2,} \p{L}{2,}.*[.…!?]$/u

/** Of a page that nobody is to read: what is thrown, and what is logged. */
function isForMachines(node: Node): boolean {
  if (node.type === 'NewExpression') return nameOf(node['callee']).endsWith('Error')
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (isNode(callee) && /^(?:debug|info|warn|error)$/.test(nameOf(callee['property']))) return true
  const first = (node['arguments'] as readonly Node[])[0]
  return first?.['value'] === 'log.write'
}

function nameOf(value: unknown): string {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : ''
}

/** Text between tags, and literals like sentences, outside of types. */
function sentencesOf(node: Node): string[] {
  if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return []
  if (node.type === 'ImportDeclaration' || isForMachines(node)) return []
  const { value } = node
  const written = node.type === 'TemplateElement' ? (value as { cooked: unknown }).cooked : value
  const text = typeof written === 'string' ? written : ''
  if (node.type === 'JSXText')
    return /\p{L}{2,} \p{L}/u.test(text.trim()) && text.trim() !== 'npm start' ? [text.trim()] : []
  if (node.type === 'Literal' || node.type === 'TemplateElement') {
    // States such as NO ACCESS are codes.
    const isSentence = sentence.test(text.trim()) && text !== text.toUpperCase()
    // Each language has quotes of its own.
    return isSentence || /[“”„«»]/.test(text) ? [text.trim()] : []
  }
  return Object.values(node).flatMap((member) =>
    (Array.isArray(member) ? member : [member]).filter(isNode).flatMap(sentencesOf),
  )
}

function sentencesIn(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  return sentencesOf(program as unknown as Node).map((text) => `${file}: ${text}`)
}

it('lie in the catalogues, and nowhere in the page or its windows', () => {
  const files = globSync(rooms, { cwd: root }).filter(
    (file) => !notYetMoved.some((room) => file.startsWith(room)),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => sentencesIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

const found = (source: string) => sentencesIn('x.tsx', source).length

it('are in no style sheet', () => {
  const styles = globSync('src-renderer/styles/*.css', { cwd: root })
  const written = styles.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/content: "[^"]*\p{L}[^"]*"/gu)].map(
      ([text]) => `${file}: ${text}`,
    ),
  )
  expect(written).toEqual([])
})

it('are found where they are written into the page', () => {
  expect(found('const x = <p>No camera here</p>')).toBe(1)
  expect(found("const text = 'Nothing has failed.'")).toBe(1)
  expect(found('const text = `Ended on ${date}`')).toBe(1)
  expect(found('const text = `“${name}”`')).toBe(2)
  expect(found("throw new Error('Nothing has failed.')")).toBe(0)
  expect(found('const x = <p className="button button-main">{t(\'a.b\')}</p>')).toBe(0)
})

it('are all said somewhere', () => {
  const sources = globSync(['src-renderer/**/*.{ts,tsx}', 'src-main/**/*.ts'], { cwd: root })
  const text = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const prefixes = [...text.matchAll(/[`']([\w.]+\.)(?:\$\{|')/g)].map(([, prefix = '']) => prefix)
  const keys = Object.keys(JSON.parse(readFileSync(join(root, 'resources/languages/en.json'), 'utf8')))
  const isUsed = (key: string) =>
    text.includes(`'${key}'`) || prefixes.some((prefix) => key.startsWith(prefix))
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})
