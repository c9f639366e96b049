import type { WallCamera } from '#contract/wall/camera.ts'
import type { WallEventTag } from '#contract/wall/events.ts'
import type { Zone } from '#renderer/timeline/axis/zone.ts'
import type { EventCatalogue, EventField } from '../catalogue.ts'
import { NameIndex } from './names.ts'
import type { QueryProblem } from './problem.ts'

/** Nobody reads more of them, and looking for what was meant takes time. */
const MAX_PROBLEMS = 20

interface FieldOfTag {
  readonly tag: WallEventTag
  readonly field: EventField
}

/** What reading one text needs to know, and the problems that it finds. */
export class Reading {
  readonly zone: Zone
  readonly nowMs: number
  readonly tags: NameIndex<WallEventTag>
  readonly fields: NameIndex<FieldOfTag>
  readonly cameras: NameIndex<WallCamera>
  readonly groups: NameIndex<string>
  readonly camerasByNumber: readonly WallCamera[]
  readonly problems: QueryProblem[] = []

  constructor(catalogue: EventCatalogue, zone: Zone, nowMs: number) {
    this.zone = zone
    this.nowMs = nowMs
    this.tags = new NameIndex(catalogue.tags, ({ name }) => name)
    this.fields = new NameIndex(
      catalogue.tags.flatMap((tag) => tag.fields.map((field) => ({ tag, field }))),
      ({ field }) => field.name,
    )
    this.cameras = new NameIndex(catalogue.cameras, ({ name }) => name)
    const groups = new Set(catalogue.cameras.map(({ group }) => group))
    this.groups = new NameIndex(
      [...groups].filter((group) => group !== ''),
      (group) => group,
    )
    this.camerasByNumber = catalogue.cameras.toSorted((a, b) => a.number - b.number)
  }

  report(problem: () => QueryProblem): undefined {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem())
  }
}
