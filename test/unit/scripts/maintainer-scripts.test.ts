import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { tempDir } from '#test/stand/temp-dir.ts'

const resources = resolve(import.meta.dirname, '../../../resources/linux')
let root: string

/** A system below a folder, as dpkg's own `DPKG_ROOT` has it, with a parser that takes the profile or does not. */
beforeEach(() => {
  root = tempDir()
  for (const folder of ['usr/share/tessera', 'bin']) mkdirSync(join(root, folder), { recursive: true })
  copyFileSync(join(resources, 'apparmor-profile'), join(root, 'usr/share/tessera/apparmor-profile'))
})

function withAppArmor(exitCode: number): void {
  mkdirSync(join(root, 'etc/apparmor.d'), { recursive: true })
  const parser = join(root, 'bin/apparmor_parser')
  writeFileSync(parser, `#!/bin/sh\nexit ${exitCode}\n`)
  chmodSync(parser, 0o755)
}

function run(script: 'postinst' | 'prerm', ...args: string[]): void {
  const env = { DPKG_ROOT: root, PATH: `${join(root, 'bin')}:/usr/bin:/bin` }
  execFileSync('/bin/sh', [join(resources, script), ...args], { env })
}

const isThere = () => existsSync(join(root, 'etc/apparmor.d/tessera'))

describe.skipIf(process.platform === 'win32')('the scripts of the package', () => {
  test('put the profile where AppArmor looks, and take it away when the package goes, not when a newer one comes', () => {
    withAppArmor(0)
    run('postinst', 'configure')
    expect(isThere()).toBe(true)
    run('prerm', 'upgrade', '9.9.9')
    expect(isThere()).toBe(true)
    run('prerm', 'remove')
    expect(isThere()).toBe(false)
  })

  test('leave it out where the parser does not take it, and where there is no AppArmor', () => {
    run('postinst', 'configure')
    expect(isThere()).toBe(false)
    withAppArmor(1)
    run('postinst', 'configure')
    expect(isThere()).toBe(false)
    run('prerm', 'remove')
  })
})
