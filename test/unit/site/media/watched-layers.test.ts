import { SubscribedCodec, SubscribedQuality, SubscribedQualityUpdate, VideoQuality } from '@livekit/protocol'
import { describe, expect, test } from 'vitest'
import { watchedLayers } from '#site/media/publish-session.ts'

function update(codec: string, ...enabled: VideoQuality[]): SubscribedQualityUpdate {
  const qualities = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH].map(
    (quality) => new SubscribedQuality({ quality, enabled: enabled.includes(quality) }),
  )
  return new SubscribedQualityUpdate({ subscribedCodecs: [new SubscribedCodec({ codec, qualities })] })
}

describe('which layers are watched', () => {
  test.each([
    ['two layers, nobody', update('h264'), 2, [false, false]],
    ['two layers, the small one', update('h264', VideoQuality.LOW), 2, [true, false]],
    ['two layers, both', update('h264', VideoQuality.LOW, VideoQuality.MEDIUM), 2, [true, true]],
    ['one layer, any quality', update('video/H264', VideoQuality.LOW), 1, [true]],
    ['one layer, nobody', update('h264'), 1, [false]],
    ['another codec', update('vp8', VideoQuality.LOW), 2, undefined],
  ])('%s', (_name, message, layerCount, expected) => {
    expect(watchedLayers(message, layerCount)).toEqual(expected)
  })
})
