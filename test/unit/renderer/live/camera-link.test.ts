import { expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { joinFailure } from '#renderer/live/camera-link.ts'

it('a join that nobody answered in time is the media server’s, not the platform’s', () => {
  expect(joinFailure(new Error('signal connection timed out'))).toEqual(
    wallError('timeout', exactMessage('media_slow')),
  )
  expect(joinFailure(new Error('could not establish signal connection'))).toEqual(
    wallError('media_unreachable'),
  )
})
