import { useMemo } from 'react'
import { useStore } from 'zustand'
import { ruleProblem } from '../../alarms/alarm-words.ts'
import { useServices, useSession, useWall } from '../services.ts'

/** By id: what keeps rules from doing what they say. */
export function useRuleProblems(): ReadonlyMap<string, string> {
  const rules = useSession((session) => session.settings.alarms.rules)
  const reports = useSession((session) => session.settings.occupancyReports)
  const searches = useSession((session) => session.settings.savedSearches)
  const salvos = useSession((session) => session.salvos)
  const cameras = useWall((wall) => wall.cameras)
  const { ruleSearches, eventController } = useServices()
  const tags = useStore(eventController.store, (state) => state.tags)
  return useMemo(() => {
    const problems = new Map<string, string>()
    for (const rule of rules) {
      const problem = ruleProblem(
        rule,
        reports,
        (search) => ruleSearches.problemOf(search),
        (number) => salvos.some((salvo) => salvo.number === number),
      )
      if (problem !== undefined) problems.set(rule.id, problem)
    }
    return problems
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- searches, cameras and tags are what `ruleSearches` reads by
  }, [rules, reports, searches, salvos, cameras, tags, ruleSearches])
}
