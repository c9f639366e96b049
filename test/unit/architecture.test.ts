import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Room {
  /** Path prefix; the first room that matches a file owns it, so the narrow ones stand first. */
  readonly at: string
  /** Rooms whose files it may import, besides its own. */
  readonly rooms: readonly string[]
  readonly builtins: boolean
  /** Packages it may import; `*` for any but those named in `onlyIn`. */
  readonly packages: readonly string[]
}

/** A room of the renderer sees those below it, and the files that lie beside the rooms. */
const rendererRoom = (name: string, ...below: readonly string[]): Room => ({
  at: `src-renderer/${name}/`,
  rooms: [
    'src-contract/',
    'resources/languages/',
    ...['clock', 'retry-delay', 'top-scored', 'video-frame'].map((file) => `src-renderer/${file}.ts`),
    ...below.map((room) => `src-renderer/${room}/`),
  ],
  builtins: false,
  packages: ['*'],
})

/** docs/architecture.md's table, as data. */
const rooms: readonly Room[] = [
  { at: 'src-contract/', rooms: ['resources/languages/'], builtins: false, packages: ['zod'] },
  {
    at: 'src-main/core/',
    rooms: ['src-contract/', 'resources/languages/'],
    builtins: true,
    packages: ['zod', 'ws', 'electron-store', 'conf', 'better-sqlite3', 'mediabunny', 'croner', 'ipaddr.js'],
  },
  {
    at: 'src-main/host/',
    rooms: ['src-contract/', 'src-main/core/'],
    builtins: true,
    packages: ['zod', 'ws', '@napi-rs/keyring'],
  },
  {
    at: 'src-main/events-cli/',
    rooms: ['src-contract/', 'src-main/core/', 'src-main/host/'],
    builtins: true,
    packages: ['zod', 'better-sqlite3'],
  },
  {
    at: 'src-main/preload.ts',
    rooms: ['src-contract/'],
    builtins: false,
    packages: ['electron'],
  },
  {
    at: 'src-main/',
    rooms: ['src-contract/', 'resources/languages/', 'src-main/core/', 'src-main/electron/'],
    builtins: true,
    packages: ['electron', 'electron-updater', 'intl-messageformat', 'zod'],
  },
  rendererRoom('language'),
  rendererRoom('platform', 'language'),
  rendererRoom('shell', 'language'),
  rendererRoom('timeline', 'language'),
  rendererRoom('live', 'language'),
  rendererRoom('playback', 'language', 'live'),
  rendererRoom('wall', 'language', 'live', 'playback', 'timeline'),
  rendererRoom('keyboard', 'language', 'wall'),
  rendererRoom('events', 'language', 'live', 'timeline', 'wall'),
  rendererRoom('evidence', 'language', 'live', 'events', 'wall'),
  rendererRoom('occupancy', 'language', 'events', 'timeline', 'wall'),
  rendererRoom('alarms', 'language', 'events', 'timeline', 'wall'),
  { at: 'src-renderer/', rooms: ['src-contract/', 'resources/languages/'], builtins: false, packages: ['*'] },
  { at: 'src-site/', rooms: ['src-contract/'], builtins: true, packages: ['*'] },
  {
    at: 'scripts/package/',
    rooms: ['scripts/'],
    builtins: true,
    packages: ['@electron/asar', '@electron/fuses', 'electron-builder', 'electron-installer-debian'],
  },
  { at: 'scripts/', rooms: [], builtins: true, packages: [] },
  {
    at: 'tools/demo-footage/',
    rooms: ['src-site/footage/', 'src-site/media/', 'scripts/lib/'],
    builtins: true,
    packages: [],
  },
  { at: 'tools/mutation/', rooms: ['scripts/lib/'], builtins: true, packages: ['fast-check'] },
]

/** Packages that belong to exactly these rooms. */
const onlyIn: Readonly<Record<string, readonly string[]>> = {
  electron: ['src-main/electron/', 'src-main/index.ts', 'src-main/preload.ts'],
  'electron-updater': ['src-main/electron/updates/'],
  'livekit-client': ['src-renderer/live/'],
  react: ['src-renderer/main.tsx', 'src-renderer/ui/'],
  'livekit-server-sdk': ['src-site/'],
  werift: ['src-site/media/'],
  '@livekit/protocol': ['src-site/media/'],
  'better-sqlite3': ['src-main/core/events/outbox/', 'src-main/events-cli/records/', 'src-site/store/'],
  '@napi-rs/keyring': ['src-main/host/'],
  mediabunny: ['src-main/core/evidence/remux/', 'src-renderer/timeline/', 'src-site/playback/'],
}

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
  /** Loaded when it is first needed. */
  readonly isLate?: boolean
}

const files = globSync('{src-contract,src-main,src-renderer,src-site,scripts,tools}/**/*.{ts,tsx,mjs}', {
  cwd: root,
}).filter((file) => !file.endsWith('.d.ts') && !file.includes('node_modules'))

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  const { module } = parseSync(file, source)
  const found = [
    ...module.staticImports.map((one) => ({
      target: one.moduleRequest.value,
      typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) =>
        entry.moduleRequest ? [{ target: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap((one) => {
      const text = source.slice(one.moduleRequest.start, one.moduleRequest.end)
      return /^['"`]/.test(text) ? [{ target: text.slice(1, -1), typeOnly: false, isLate: true }] : []
    }),
  ]
  return found.map((one) => ({ file, ...one }))
}

const wingOf = (file: string) => file.split('/')[0] ?? ''
const roomOf = (file: string) => rooms.find((room) => file.startsWith(room.at))
const packageOf = (target: string) =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')

/** The file inside the project that an import names, or undefined for packages and built-ins. */
function projectFile({ file, target }: Import): string | undefined {
  if (/^#(test|tools)\//.test(target)) return target.slice(1)
  if (target.startsWith('#')) return `src-${target.slice(1)}`
  if (target.startsWith('.'))
    return relative(root, resolve(root, dirname(file), target)).replaceAll('\\', '/')
  return undefined
}

/** Why this import is not allowed, or undefined. */
function violation(one: Import): string | undefined {
  const room = roomOf(one.file)
  if (!room) return `${one.file} is in no room`
  const inside = projectFile(one)
  if (inside) {
    const allowed = inside.startsWith(room.at) || room.rooms.some((at) => inside.startsWith(at))
    return allowed ? undefined : `${one.file} may not import ${inside}`
  }
  if (isBuiltin(one.target)) {
    return room.builtins ? undefined : `${one.file} may not import the built-in ${one.target}`
  }
  const name = packageOf(one.target)
  const homes = onlyIn[name]
  if (homes && !one.typeOnly && !homes.some((at) => one.file.startsWith(at))) {
    return `${one.file} may not import ${name}: it belongs to ${homes.join(', ')}`
  }
  const known = room.packages.includes('*') || room.packages.includes(name)
  return known ? undefined : `${one.file} may not import the package ${name}`
}

const planted = (file: string, target: string) => violation({ file, target, typeOnly: false })

describe('architecture', () => {
  const all = files.flatMap(importsOf)

  it('sees the sources', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(all.length).toBeGreaterThan(20)
  })

  it('has no arrow that the table does not allow', () => {
    expect(all.map(violation).filter(Boolean)).toEqual([])
  })

  it('names what is three floors up, or in another wing, by its alias', () => {
    const sources = globSync('{src-*,test}/**/*.{ts,tsx}', { cwd: root })
    const climbing = sources
      .filter((file) => !file.includes('node_modules'))
      .flatMap(importsOf)
      .filter(({ file, target }) => {
        const inside = target.startsWith('.') ? projectFile({ file, target, typeOnly: false }) : undefined
        if (inside === undefined || !/^(src-\w+|test|tools)\//.test(inside)) return false
        return wingOf(inside) !== wingOf(file) || target.startsWith('../../../')
      })
    expect(climbing.map(({ file, target }) => `${file}: ${target}`)).toEqual([])
  })

  it('notices a forbidden arrow', () => {
    expect(planted('src-main/core/x.ts', 'electron')).toMatch(/electron/)
    expect(planted('src-renderer/ui/x.tsx', '../../src-main/core/x.ts')).toMatch(/src-main\/core/)
    expect(planted('src-contract/x.ts', 'node:fs')).toMatch(/node:fs/)
    expect(planted('src-renderer/ui/x.tsx', 'livekit-client')).toMatch(/livekit-client/)
    expect(planted('src-renderer/live/x.ts', '../playback/x.ts')).toMatch(/renderer\/playback/)
    expect(planted('src-renderer/playback/x.ts', '../live/x.ts')).toBeUndefined()
    expect(planted('scripts/x.mjs', 'zod')).toMatch(/zod/)
  })

  it.each([
    ...['werift', 'livekit-server-sdk', 'mediabunny', 'yaml'].map((heavy) => ['src-site/main.ts', heavy]),
    ['src-main/host/main.ts', 'mediabunny'],
    ['src-main/index.ts', 'mediabunny'],
  ])('starts %s without %s, which only its threads or what comes later need', (entry = '', heavy = '') => {
    const reached = new Set([entry])
    const packages = new Set<string>()
    for (const file of reached) {
      for (const one of all.filter(({ file: at, typeOnly, isLate }) => at === file && !typeOnly && !isLate)) {
        const inside = projectFile(one)
        if (inside === undefined) packages.add(packageOf(one.target))
        else if (files.includes(inside)) reached.add(inside)
      }
    }
    expect(reached.size).toBeGreaterThan(50)
    expect([...packages]).not.toContain(heavy)
  })

  it('says ipcMain nowhere but in the gate', () => {
    const users = files.filter((file) => /\bipcMain\b/.test(readFileSync(join(root, file), 'utf8')))
    expect(users.filter((file) => !/src-main\/electron\/ipc-gate[\w-]*\.ts$/.test(file))).toEqual([])
  })

  // docs/glossary.md, "Names in code". The clips' renderer is about to leave the product.
  const offenders = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))

  it('calls the argument object of a constructor Options', () => {
    expect(offenders(/\b(?:interface|type) [A-Z]\w*(?:Needs|Ports|Order)\b/)).toEqual([])
  })

  it('names what publishes, notifies and handles by these words', () => {
    const others =
      /(?:\b(?:const|function|let|readonly) |#)(?:tell|told|says?|said|hears?|heard)(?:[A-Z]\w*)?\b/
    expect(others.test('const toldTiles = 1')).toBe(true)
    expect(offenders(others)).toEqual([])
  })

  it('has private members as #names only', () => {
    expect(
      offenders(/^\s+private (?!constructor\b)(?:readonly |async |get |static |\w+[:(<]|\w+ =)/m),
    ).toEqual([])
  })
})
