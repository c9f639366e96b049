import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

interface Locked {
  readonly link?: boolean
  readonly integrity?: string
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly resolved?: string
}
interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const textOf = (file: string) => readFileSync(resolve(root, file), 'utf8')

test('every dependency is pinned to one version', () => {
  const manifest: Manifest = JSON.parse(textOf('package.json'))
  const named = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  expect(Object.keys(named).length).toBeGreaterThan(50)
  for (const [name, version] of Object.entries(named))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
})

test('the lockfile knows the hash of everything that is shipped or runs here, and of no registry', () => {
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(textOf('package-lock.json'))
  const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true)
  const unhashed = locked.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)
  // Of tools that come as programs, those of platforms that the registry behind the lockfile did not carry.
  const ofThisKind = unhashed.filter(([, { optional, os = [], cpu = [], libc = [] }]) => {
    const isForLinux = os.includes('linux') && cpu.includes('x64') && !libc.includes('musl')
    return optional !== true || isForLinux
  })
  expect(ofThisKind).toEqual([])
  expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('no script of a dependency runs when it is installed', () => {
  expect(textOf('.npmrc').split('\n')).toContain('ignore-scripts=true')
})
