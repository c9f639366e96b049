import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { RotatingFileSink } from '#main/core/log/rotating-file-sink.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

let folder: string
beforeEach(() => {
  folder = tempDir()
})

const sinkOf = (path: string) => new RotatingFileSink({ path, maxBytes: 100 })

test('makes its folder and appends to what is there, readable to its owner only', () => {
  const path = join(folder, 'logs', 'wall.log')
  sinkOf(path).write('one')
  sinkOf(path).write('two')

  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'logs')).mode & 0o777).toBe(0o700)
})

test('keeps a bounded number of files of bounded size, the newest lines in the first', () => {
  const path = join(folder, 'wall.log')
  const sink = sinkOf(path)
  for (let index = 0; index < 100; index += 1) sink.write(`line ${index}`.padEnd(19, '.'))

  expect(readdirSync(folder).sort()).toEqual(['wall.log', 'wall.log.1', 'wall.log.2'])
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(100)
  expect(readFileSync(path, 'utf8')).toContain('line 99')
  expect(readFileSync(`${path}.2`, 'utf8')).toContain('line 85')
})

test('counts what could not be written and says so when it can write again', () => {
  const blocked = join(folder, 'logs')
  writeFileSync(blocked, 'a file where a folder should be')
  const sink = sinkOf(join(blocked, 'wall.log'))
  sink.write('lost')
  sink.write('lost too')
  rmSync(blocked)
  sink.write('found')

  const lines = readFileSync(join(blocked, 'wall.log'), 'utf8').trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ lostLines: 2 })
  expect(lines[1]).toBe('found')
})

test('goes on in a new folder when somebody has removed its own', () => {
  const path = join(folder, 'logs', 'wall.log')
  const sink = sinkOf(path)
  sink.write('one')
  rmSync(join(folder, 'logs'), { recursive: true })
  sink.write('lost')
  sink.write('found')

  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ lostLines: 1 })
  expect(lines[1]).toBe('found')
})

test('gives back its newest whole lines, also those from before it was begun anew', () => {
  const path = join(folder, 'wall.log')
  const sink = sinkOf(path)
  for (let index = 0; index < 12; index += 1) sink.write(`line ${index}`.padEnd(19, '.'))
  const tail = sinkOf(path).tail(125)

  expect(tail.map((line) => line.replaceAll('.', ''))).toEqual(
    [6, 7, 8, 9, 10, 11].map((index) => `line ${index}`),
  )
  expect(sink.tail(10)).toEqual([])
  expect(sinkOf(join(folder, 'none.log')).tail(100)).toEqual([])
})
