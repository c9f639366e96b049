import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LogFile } from '#site/process/site-log.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

function open(path: string, maxFileBytes = 100): LogFile {
  const file = new LogFile({ path, maxFileBytes, keptFiles: 3 })
  onTestFinished(() => file.dispose())
  return file
}

describe('the log file', () => {
  it('goes on where an earlier run ended', () => {
    const path = join(tempDir(), 'logs', 'site.log')
    const first = open(path)
    first.write('one\n')
    first.dispose()
    open(path).write('two\n')
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
  })

  it('keeps three files at most, the newest lines in the first', () => {
    const path = join(tempDir(), 'site.log')
    const file = open(path, 10)
    for (let line = 1; line <= 9; line++) file.write(`line ${line}\n`)
    const left = [path, `${path}.1`, `${path}.2`].map((one) => readFileSync(one, 'utf8')).toReversed()
    expect(left.join('')).toBe('line 5\nline 6\nline 7\nline 8\nline 9\n')
    expect(existsSync(`${path}.3`)).toBe(false)
  })

  it('goes on in a new folder when somebody has removed its own', () => {
    const folder = join(tempDir(), 'logs')
    const file = open(join(folder, 'site.log'), 10)
    file.write('one of ten bytes\n')
    rmSync(folder, { recursive: true })
    file.write('two\n')
    expect(readFileSync(join(folder, 'site.log'), 'utf8')).toBe('two\n')
  })

  it('loses lines rather than stop the site where it cannot write', () => {
    const notAFolder = join(tempDir(), 'file')
    writeFileSync(notAFolder, '')
    const file = open(join(notAFolder, 'site.log'))
    expect(() => file.write('lost\n')).not.toThrow()
  })
})
