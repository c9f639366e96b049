import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseClip, readClip } from '#site/media/clip.ts'

const file = fileURLToPath(new URL('../../../fixtures/h264/clock-128.h264', import.meta.url))

describe('a clip', () => {
  test('knows its pictures and its key frames', async () => {
    const clip = await readClip(file)
    expect(clip.ok && [clip.value.units.length, clip.value.keyFrames]).toEqual([30, [0, 15]])
  })

  test('that does not exist is told in a sentence', async () => {
    const clip = await readClip('/nowhere/at-all.h264')
    expect(clip.ok || clip.error.code).toBe('clip_unreadable')
  })

  test('without a picture is refused', () => {
    const clip = parseClip(Buffer.from('this is not video'), 'letter.h264')
    expect(clip).toEqual({
      ok: false,
      error: { code: 'clip_invalid', message: 'The clip letter.h264 holds no H.264 pictures.' },
    })
  })

  test('that begins in the middle of a group is refused', () => {
    const whole = readFileSync(file)
    const delta = whole.indexOf(Buffer.from([0, 0, 1, 0x41]))
    const clip = parseClip(whole.subarray(delta), 'cut.h264')
    expect(clip.ok || clip.error.message).toBe('The clip cut.h264 does not begin with a key frame.')
  })

  test.each([
    ['1', 0b1010_0000],
    ['6', 0b1001_1100],
  ])('with B frames (slice_type %s) is refused, and says what to set', (_, begin) => {
    const whole = readFileSync(file)
    const delta = whole.indexOf(Buffer.from([0, 0, 1, 0x41]))
    whole[delta + 4] = begin
    const clip = parseClip(whole, 'late.h264')
    expect(clip.ok || clip.error.message).toContain('holds B frames')
    expect(clip.ok || clip.error.message).toContain('-bf 0')
  })
})
