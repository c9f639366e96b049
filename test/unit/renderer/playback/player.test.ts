import library from 'hls.js'
import { expect, it } from 'vitest'
import { playbackDefaults } from '#renderer/playback/defaults.ts'
import { Player } from '#renderer/playback/tile/player.ts'
import { FakeClock } from '../fake-clock.ts'
import { SeekingVideo } from './seeking-video.ts'

const { seekStuckMs } = playbackDefaults.tile

/** Touches neither the network nor a media source: the test seeks in its place. */
class IdleHls extends library {
  override attachMedia(): void {}

  override loadSource(): void {}
}

function open() {
  const clock = new FakeClock()
  const video = new SeekingVideo()
  const own = new Player({
    library: { Hls: IdleHls, workerUrl: '' },
    video: video.element,
    clock,
    manifest: 'https://wall.test/playlist.m3u8',
    windowStartMs: clock.nowMs(),
    startMs: clock.nowMs,
    isUnplayable: () => false,
    isAudible: false,
    onMap: () => undefined,
    onFault: () => undefined,
    onFrame: () => undefined,
    onSeeked: () => undefined,
  })
  const openBest = () => {
    const sharp = new SeekingVideo()
    own.openBest({
      video: sharp.element,
      startMs: clock.nowMs,
      onMap: () => undefined,
      onFault: () => undefined,
      onFrame: () => undefined,
      onSeeked: () => undefined,
    })
    return sharp
  }
  return { clock, video, openBest }
}

it("begins a seek that does not end anew, and so does the sharper picture's own player", () => {
  const { clock, video, openBest } = open()
  const sharp = openBest()
  for (const element of [video, sharp]) {
    // The first seek is made by hls.js.
    element.currentTime = 20.001
    clock.advance(seekStuckMs)
    expect(element.sought).toEqual([20, 20])
    element.arrive()
  }
})
