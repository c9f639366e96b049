/** In the page: keeps the analyser that the wall measures with. */
export function installSoundMeter() {
  const original = Reflect.get(AnalyserNode.prototype, 'getFloatTimeDomainData')
  AnalyserNode.prototype.getFloatTimeDomainData = function (samples) {
    Object.assign(globalThis, { meter: this })
    original.call(this, samples)
  }
}

/** In the page: how long the output has run. It stands still where there is none. */
export function outputTime() {
  return (globalThis as { meter?: AnalyserNode }).meter?.context.currentTime ?? 0
}

/** In the page: true when this is the loudest frequency, otherwise the readings. */
export function isTonePlaying(hertz: number) {
  const { meter } = globalThis as { meter?: AnalyserNode }
  if (meter === undefined) return 'nothing listens'
  const decibels = new Float32Array(meter.frequencyBinCount)
  meter.getFloatFrequencyData(decibels)
  const loudest = Math.max(...decibels)
  const binHertz = meter.context.sampleRate / meter.fftSize
  const loudestHertz = decibels.indexOf(loudest) * binHertz
  if (loudest > -60 && Math.abs(loudestHertz - hertz) <= binHertz) return true
  const videos = [...document.querySelectorAll('video')].filter(({ muted }) => !muted)
  const sounding = videos.map(({ paused, readyState, playbackRate }) => ({
    paused,
    readyState,
    playbackRate,
  }))
  return { loudest, loudestHertz, context: meter.context.state, sounding }
}

/** In the page: whether nothing reaches the loudspeaker, and no element would sound beside it. */
export function isSilent() {
  const { meter } = globalThis as { meter?: AnalyserNode }
  if (meter === undefined) return false
  const samples = new Float32Array(meter.fftSize)
  meter.getFloatTimeDomainData(samples)
  return (
    samples.every((sample) => sample === 0) &&
    [...document.querySelectorAll('video')].every(({ muted }) => muted)
  )
}
