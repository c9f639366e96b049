/** The numbers of one `inbound-rtp` report that the wall shows. Counters since the start; times in seconds. */
export interface ReceiverSample {
  readonly atMs: number
  readonly framesDecoded: number
  readonly packetsReceived: number
  readonly packetsLost: number
  readonly bytesReceived: number
  readonly jitterBufferDelay: number
  readonly jitterBufferEmittedCount: number
  readonly totalDecodeTime: number
  readonly frameWidth: number
  readonly frameHeight: number
}

export interface ReceiverRates {
  readonly receivedFps: number
  readonly widthPx: number
  readonly heightPx: number
  readonly lossPercent: number
  readonly jitterBufferMs: number
  readonly decodeMs: number
  readonly bitsPerSecond: number
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Undefined when the report holds no video. */
export function readReceiver(report: RTCStatsReport): ReceiverSample | undefined {
  for (const stats of report.values() as Iterable<Record<string, unknown>>) {
    if (stats['type'] !== 'inbound-rtp' || stats['kind'] !== 'video') continue
    return {
      atMs: number(stats['timestamp']),
      framesDecoded: number(stats['framesDecoded']),
      packetsReceived: number(stats['packetsReceived']),
      packetsLost: number(stats['packetsLost']),
      bytesReceived: number(stats['bytesReceived']),
      jitterBufferDelay: number(stats['jitterBufferDelay']),
      jitterBufferEmittedCount: number(stats['jitterBufferEmittedCount']),
      totalDecodeTime: number(stats['totalDecodeTime']),
      frameWidth: number(stats['frameWidth']),
      frameHeight: number(stats['frameHeight']),
    }
  }
  return undefined
}

/** What happened between two samples of one receiver. Counters that went back mean another receiver: no rates. */
export function ratesBetween(before: ReceiverSample, after: ReceiverSample): ReceiverRates | undefined {
  const seconds = (after.atMs - before.atMs) / 1000
  const frames = after.framesDecoded - before.framesDecoded
  if (seconds <= 0 || frames < 0 || after.bytesReceived < before.bytesReceived) return undefined
  const lost = Math.max(0, after.packetsLost - before.packetsLost)
  const expected = after.packetsReceived - before.packetsReceived + lost
  const emitted = after.jitterBufferEmittedCount - before.jitterBufferEmittedCount
  return {
    receivedFps: frames / seconds,
    widthPx: after.frameWidth,
    heightPx: after.frameHeight,
    lossPercent: expected > 0 ? (100 * lost) / expected : 0,
    jitterBufferMs: emitted > 0 ? (1000 * (after.jitterBufferDelay - before.jitterBufferDelay)) / emitted : 0,
    decodeMs: frames > 0 ? (1000 * (after.totalDecodeTime - before.totalDecodeTime)) / frames : 0,
    bitsPerSecond: (8 * (after.bytesReceived - before.bytesReceived)) / seconds,
  }
}
