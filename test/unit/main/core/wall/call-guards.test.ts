import { expect, it } from 'vitest'
import { wallError, withMore } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { fail } from '#contract/result.ts'
import { createCallGuards } from '#main/core/wall/call-guards.ts'

const guards = createCallGuards({
  redactor: { redact: (text) => text.replaceAll('s3cret', '[redacted]') },
  platformOf: () => undefined,
  shown: () => undefined,
  link: () => undefined,
})

it('a secret leaves main in no part of a failure: sentence, values, lists of values, further sentences', () => {
  const part = exactMessage('part_of_platform', {
    part: [exactMessage('part_address_of', { platform: 's3cret' })],
    platform: 'a',
  })
  const error = withMore(
    wallError('bad_request', exactMessage('settings_file_unread', { parts: [part] })),
    exactMessage('platform_said', { sentence: 'no s3cret' }),
  )
  const { error: redacted } = guards.redacted(fail(error)) as { error: unknown }

  expect(JSON.stringify(redacted)).toBe(JSON.stringify(error).replaceAll('s3cret', '[redacted]'))
  expect(JSON.stringify(error)).toContain('s3cret')
})
