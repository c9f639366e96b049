import type { WallShell } from '#contract/wall/shell.ts'
import { useEffect, useState } from 'react'

/** A picture is looked for in so much footage. */
const aroundMs = 1_000

const none: readonly number[] = []

/** Those of the instants (epoch milliseconds) of which the platform says that the camera recorded nothing then. */
export function useUnrecorded(
  shell: Pick<WallShell, 'call'>,
  cameraId: string | undefined,
  instantsMs: readonly number[],
): readonly number[] {
  const question = JSON.stringify([cameraId, instantsMs])
  const [answer, setAnswer] = useState({ question: '', unrecorded: none })
  useEffect(() => {
    let isOver = false
    async function ask(): Promise<void> {
      const [id, instants] = JSON.parse(question) as [string | null, number[]]
      if (id === null || instants.length === 0) return
      const isEmpty = await Promise.all(instants.map((atMs) => isUnrecorded(shell, id, atMs)))
      if (!isOver) setAnswer({ question, unrecorded: instants.filter((_, at) => isEmpty[at]) })
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [shell, question])
  return answer.question === question ? answer.unrecorded : none
}

async function isUnrecorded(
  shell: Pick<WallShell, 'call'>,
  cameraId: string,
  atMs: number,
): Promise<boolean> {
  const range = { startMs: Math.max(0, atMs - aroundMs), endMs: atMs + aroundMs }
  const answer = await shell.call('playback.coverage', { cameraId, ...range })
  return answer.ok && answer.value.source === 'platform' && answer.value.ranges.length === 0
}
