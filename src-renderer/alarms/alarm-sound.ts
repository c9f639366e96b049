import type { Alarm } from '#contract/wall/alarms.ts'
import type { Clock } from '../clock.ts'
import { isFirstMonitor, type SessionStore } from '../wall/session-store.ts'

export interface AlarmSoundOptions {
  readonly session: SessionStore
  readonly clock: Clock
  /** This computer's clock, by which main tells alarms. */
  readonly computerNowMs: () => number
  readonly makeContext: () => AudioContext
}

interface Tone {
  readonly atS: number
  readonly lengthS: number
  readonly hz: number
}

const pulse = (atS: number): Tone[] => [
  { atS, lengthS: 0.14, hz: 880 },
  { atS: atS + 0.16, lengthS: 0.14, hz: 660 },
]

/** The more urgent, the more often and the higher; told apart without looking. */
const signals: Readonly<Record<number, readonly Tone[]>> = {
  1: [...pulse(0), ...pulse(0.4), ...pulse(0.8)],
  2: [...pulse(0), ...pulse(0.4)],
  3: pulse(0),
  4: [{ atS: 0, lengthS: 0.25, hz: 440 }],
}
const loudness = 0.2
/** Longer than any signal, with the delay of an output. */
const signalMs = 3_000
/** As long as an audio output may take to start; what sounds later than this is taken for a new alarm. */
const atMostLateMs = 5_000
/** A page that has died or hung is back within a minute; an alarm raised meanwhile has not sounded. */
const atMostAgeMs = 60_000

/** Sounds alarms on the first monitor only. Without an audio output nothing is queued. */
export function soundAlarms({ session, clock, computerNowMs, makeContext }: AlarmSoundOptions) {
  let sounding = { priority: Number.POSITIVE_INFINITY, untilMs: 0 }

  function play(priority: number): void {
    const state = session.getState()
    if (!state.settings.alarmSound || !isFirstMonitor(state)) return
    const askedAtMs = clock.nowMs()
    // Over one another they could not be told apart.
    if (askedAtMs < sounding.untilMs && sounding.priority <= priority) return
    const tones = signals[priority] ?? []
    const endS = Math.max(...tones.map(({ atS, lengthS }) => atS + lengthS))
    sounding = { priority, untilMs: askedAtMs + endS * 1_000 }
    try {
      // Each signal has its own: one whose output has gone (its process, a screen with speakers) stays silent, and says nothing.
      const context = makeContext()
      clock.after(atMostLateMs + signalMs, () => void context.close())
      const soundUnlessLate = () => {
        if (clock.nowMs() - askedAtMs > atMostLateMs) return
        for (const tone of tones) sound(context, tone)
      }
      // A browser keeps silent until somebody has pressed a key on the page; until then this is pending.
      context
        .resume()
        .then(soundUnlessLate)
        .catch(() => undefined)
    } catch {
      // A machine without sound; the banner says it all.
    }
  }

  function playFor(alarms: readonly Alarm[]): void {
    const audible = alarms.filter(({ isSilent }) => !isSilent)
    if (audible.length > 0) play(Math.min(...audible.map(({ priority }) => priority)))
  }

  const dispose = session.subscribe((now, before) => {
    if (now.alarms === before.alarms) return
    playFor(freshAlarms(before.alarms.alarms, now.alarms.alarms))
  })
  const sinceMs = computerNowMs() - atMostAgeMs
  playFor(freshAlarms([], session.getState().alarms.alarms).filter(({ toldAtMs }) => toldAtMs > sinceMs))
  return { play, dispose }
}

/** Alarms that are new, more urgent, or back from a snooze. */
export function freshAlarms(before: readonly Alarm[], now: readonly Alarm[]): readonly Alarm[] {
  const known = new Map(before.map((alarm) => [alarm.id, ageWhenToldMs(alarm)]))
  return now.filter(
    (alarm) => alarm.snoozedUntilMs === undefined && known.get(alarm.id) !== ageWhenToldMs(alarm),
  )
}

/** Both instants of this start of the machine move when the clock is set. */
const ageWhenToldMs = ({ toldAtMs, raisedAtMs }: Alarm): number => toldAtMs - raisedAtMs

function sound(context: AudioContext, { atS, lengthS, hz }: Tone): void {
  const fromS = context.currentTime + atS
  const gain = context.createGain()
  // Without ramps at its ends a tone clicks.
  gain.gain.setValueAtTime(0, fromS)
  gain.gain.linearRampToValueAtTime(loudness, fromS + 0.01)
  gain.gain.setValueAtTime(loudness, fromS + lengthS - 0.03)
  gain.gain.linearRampToValueAtTime(0, fromS + lengthS)
  const oscillator = context.createOscillator()
  oscillator.frequency.value = hz
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(fromS)
  oscillator.stop(fromS + lengthS)
}
