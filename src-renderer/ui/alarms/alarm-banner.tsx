import { BellRing } from 'lucide-react'
import { firstAlarm } from '../../alarms/alarm-controller.ts'
import { countWords, priorityText } from '../../alarms/alarm-words.ts'
import { KeyButton } from '../rich-text.tsx'
import { useNowMs, useSession } from '../services.ts'
import { span } from '../words.ts'
import { causeWords, noticeWords } from '../../language/error-words.ts'
import { t } from '../../language/language.ts'

const tones: Readonly<Record<number, string>> = { 1: 'fault', 2: 'fault', 3: 'attention', 4: 'quiet' }

/** What waits, on every wall: how many, and the one that `A` is about. */
export function AlarmBanner() {
  const alarms = useSession((session) => session.alarms.alarms)
  const problem = useSession((session) => session.alarms.logProblem)
  const first = firstAlarm(alarms)
  const nowMs = useNowMs(first !== undefined)
  if (first === undefined) return problem === undefined ? null : <LogProblem text={noticeWords(problem)} />
  return (
    <>
      <p
        className="banner alarm-banner row"
        data-banner="alarms"
        data-tone={tones[first.priority]}
        data-priority={first.priority}
      >
        <BellRing aria-hidden size="1.25em" />
        <b className="alarm-priority" aria-hidden>
          {priorityText(first.priority)}
        </b>
        {/* Without the age, which would have it read out every second. */}
        <span className="alarm-banner-words cut slim" role="alert">
          <span className="unseen">{priorityText(first.priority)} </span>
          <b>{first.title}</b> {causeWords(first)}
        </span>
        <span className="dim">
          {countWords(alarms)} · {span(nowMs - first.raisedAtMs)}
        </span>
        <KeyButton action="acknowledgeAlarm">{t('alarms.banner.acknowledge')}</KeyButton>
        <KeyButton action="alarms">{t('alarms.banner.queue')}</KeyButton>
      </p>
      {problem !== undefined && <LogProblem text={noticeWords(problem)} />}
    </>
  )
}

function LogProblem({ text }: { readonly text: string }) {
  return (
    <p className="banner row" data-banner="alarm-log" data-tone="attention" role="alert">
      <span>{text}</span>
    </p>
  )
}
