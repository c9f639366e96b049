import { type Alarm, alarmSchema } from '#contract/wall/alarms.ts'

/** One that waits, of camera 1. */
export const alarm = (id: string, change: Partial<Alarm> = {}): Alarm =>
  alarmSchema.parse({
    id,
    ruleId: 'rule-1',
    title: `Alarm ${id}`,
    instruction: '',
    priority: 2,
    cause: '',
    cameraIds: ['camera-1'],
    subject: 'camera-1',
    happenedAtMs: 1,
    raisedAtMs: 1,
    toldAtMs: 1,
    needsReason: false,
    more: 0,
    ...change,
  })
