import { type Kind, pageSize, type Question } from '../../events/questions.ts'

/** A question in the numbers of the tables, its text folded. */
export interface Numbered extends Question {
  readonly cameras: readonly number[]
  readonly tags: readonly number[]
  readonly amountField: number
  readonly textField: number
}

export interface SearchSql {
  readonly text: string
  readonly values: readonly (string | number)[]
}

type Way = (question: Numbered) => SearchSql

const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ')
const shown = 'e.id, e.tag, e.camera, e.at_ms, e.received_ms, e.fields'

/** The events of some ids, which a way finds first: only what is shown is read whole. */
const eventsOf = (found: string) =>
  `select ${shown} from (${found} limit ${pageSize}) found
   cross join event e on e.id = found.id order by found.at_ms desc, found.id desc`

/** A stream for each tag and camera, merged. */
const newestMerged: Way = ({ tags, cameras, startMs, endMs }) => {
  const pairs = tags.flatMap((tag) => cameras.map((camera) => [tag, camera] as const))
  const one =
    'select at_ms, id from event indexed by event_by_camera where tag = ? and camera = ? and at_ms >= ? and at_ms < ?'
  return {
    text: eventsOf(`select at_ms, id from (${pairs.map(() => one).join(' union all ')}
      order by 1 desc, 2 desc)`),
    values: pairs.flatMap(([tag, camera]) => [tag, camera, startMs, endMs]),
  }
}

/** A stream for each tag, other cameras left out on the way. */
const newestFiltered: Way = ({ tags, cameras, startMs, endMs }) => {
  const one = `select at_ms, id from event indexed by event_by_tag
    where tag = ? and at_ms >= ? and at_ms < ? and camera in (${marks(cameras)})`
  return {
    text: eventsOf(`select at_ms, id from (${tags.map(() => one).join(' union all ')}
      order by 1 desc, 2 desc)`),
    values: tags.flatMap((tag) => [tag, startMs, endMs, ...cameras]),
  }
}

/** As most would write it. */
const newestPlain: Way = ({ tags, cameras, startMs, endMs }) => ({
  text: `select ${shown} from event e where tag in (${marks(tags)}) and camera in (${marks(cameras)})
    and at_ms >= ? and at_ms < ? order by at_ms desc, id desc limit ${pageSize}`,
  values: [...tags, ...cameras, startMs, endMs],
})

const rangeAlongTime: Way = ({ amountField, startMs, endMs, least, most }) => ({
  text: eventsOf(`select at_ms, event as id from event_number not indexed
    where field = ? and at_ms >= ? and at_ms < ? and value between ? and ? order by at_ms desc, event desc`),
  values: [amountField, startMs, endMs, least, most],
})

const rangeByValue: Way = ({ amountField, startMs, endMs, least, most }) => ({
  text: eventsOf(`select at_ms, event as id from event_number indexed by event_number_by_value
    where field = ? and value between ? and ? and at_ms >= ? and at_ms < ? order by at_ms desc, event desc`),
  values: [amountField, least, most, startMs, endMs],
})

/** Its trigrams, all or side by side, lead to candidates; the text has the last word. */
const containsByTrigrams =
  (step: number): Way =>
  ({ textField, text, startMs, endMs }) => {
    const trigrams = Array.from({ length: text.length - 2 }, (_, at) => `"${text.slice(at, at + 3)}"`)
    const used = trigrams.filter((_, at) => at % step === 0 || at === trigrams.length - 1)
    return {
      text: eventsOf(`select e.at_ms, e.id from event_trigram cross join event e on e.id = event_trigram.rowid
        cross join event_text v on v.field = ? and v.at_ms = e.at_ms and v.event = e.id
        where event_trigram match ? and e.at_ms >= ? and e.at_ms < ? and instr(v.value, ?) > 0
        order by e.at_ms desc, e.id desc`),
      values: [textField, used.join(' AND '), startMs, endMs, text],
    }
  }

const containsAlongTime: Way = ({ textField, text, startMs, endMs }) => ({
  text: eventsOf(`select at_ms, event as id from event_text not indexed
    where field = ? and at_ms >= ? and at_ms < ? and instr(value, ?) > 0 order by at_ms desc, event desc`),
  values: [textField, startMs, endMs, text],
})

/** As most would write it. */
const histogramGrouped: Way = ({ startMs, endMs, bucketMs, tags }) => ({
  text: `select cast((at_ms - ?) / ? as integer) as bucket, tag, count(*) as count from event indexed by event_by_tag
    where tag in (${marks(tags)}) and at_ms >= ? and at_ms < ? group by 1, 2 order by 1, 2`,
  values: [startMs, bucketMs, ...tags, startMs, endMs],
})

/** Bucket by bucket along the index: nothing is sorted. */
const histogramCounted: Way = ({ startMs, endMs, bucketMs, tags }) => ({
  text: `with recursive
      bucket (number) as (select 0 union all select number + 1 from bucket where number < ?),
      asked (tag) as (values ${tags.map(() => '(?)').join(', ')}),
      counted as materialized (
        select number as bucket, tag, (
          select count(*) from event indexed by event_by_tag
          where event.tag = asked.tag and at_ms >= ? + number * ? and at_ms < min(? + (number + 1) * ?, ?)
        ) as count from bucket cross join asked
      )
    select * from counted where count > 0`,
  values: [Math.ceil((endMs - startMs) / bucketMs) - 1, ...tags, startMs, bucketMs, startMs, bucketMs, endMs],
})

/** The ways that are worth a try; which of them is the best is found out on the machine that measures. */
export const searchWays: Readonly<Record<Kind, readonly Way[]>> = {
  newest: [newestMerged, newestFiltered, newestPlain],
  range: [rangeAlongTime, rangeByValue],
  contains: [containsByTrigrams(1), containsByTrigrams(3), containsAlongTime],
  histogram: [histogramGrouped, histogramCounted],
}
