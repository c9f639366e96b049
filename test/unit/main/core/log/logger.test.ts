import { expect, test } from 'vitest'
import { LOG_LINE_MAX_CHARS } from '#main/core/log/defaults.ts'
import { createLogger, logLevelOf } from '#main/core/log/logger.ts'
import { Redactor } from '#main/core/log/redactor.ts'
import { FakeTime } from '../support/fake-time.ts'

function stand(level: 'debug' | 'info' | 'warn' | 'error' = 'info') {
  const lines: string[] = []
  const redactor = new Redactor()
  const logger = createLogger({
    sink: { write: (line) => void lines.push(line) },
    redactor,
    clock: new FakeTime(),
    level,
  })
  return { logger, lines, redactor }
}

test('writes one JSON object a line', () => {
  const { logger, lines } = stand()
  logger.area('live-view').warn('two\nlines', { cameraId: 'cam-1', tries: 3 })

  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    at: '2026-11-21T12:00:00.000Z',
    level: 'warn',
    area: 'live-view',
    message: 'two\nlines',
    cameraId: 'cam-1',
    tries: 3,
  })
})

test('leaves out what is below its level', () => {
  const { logger, lines } = stand('warn')
  const log = logger.area('x')
  log.debug('1')
  log.info('2')
  log.warn('3')
  log.error('4')

  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['3', '4'])
})

test('masks secrets in messages, in fields and in names of fields', () => {
  const { logger, lines, redactor } = stand()
  redactor.add('se"cret')
  logger.area('x').info('a se"cret', { url: 'k=se%22cret', 'se"cret': 1 })

  expect(lines[0]).not.toMatch(/se(\\+"|%22)cret/)
  expect(() => JSON.parse(lines[0] ?? '')).not.toThrow()
})

test('cuts a line that is too long without cutting a secret open', () => {
  const { logger, lines, redactor } = stand()
  redactor.add('topsecretvalue')
  logger.area('x').info(`${'a'.repeat(LOG_LINE_MAX_CHARS - 100)}${'topsecretvalue '.repeat(20)}`)

  expect(lines[0]?.length).toBeLessThan(LOG_LINE_MAX_CHARS + 200)
  expect(lines[0]).not.toContain('topsec')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', area: 'x' })
})

test('its level is the one of TESSERA_LOG, and info where that is none', () => {
  expect([undefined, '', 'loud', 'debug', 'error'].map(logLevelOf)).toEqual([
    'info',
    'info',
    'info',
    'debug',
    'error',
  ])
})
