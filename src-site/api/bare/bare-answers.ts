import { z } from 'zod'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import { defaultPaths } from '#contract/platform/assumptions.ts'
import { createTicketResponse } from '#contract/platform/live-view.ts'
import { occupancyReportResponse } from '#contract/platform/occupancy.ts'

/** Of an answer of ours, what a platform makes of it that shares nothing with us but the document. */
export type BareAnswer = (answer: unknown) => unknown

const dictionary = rewritten(z.object({ items: z.array(z.object({ id: z.string() })) }), ({ items }) =>
  items.map(({ id }) => ({ _id: id })),
)
const asDocumented: BareAnswer = (answer) => answer

/**
 * What section 4 of the document has, by method and route. Where it shows an answer, that one; where it does not, as
 * little as will do, in spellings that the wall has to read (assumptions 6, 7, 9, 11) and that are not ours.
 */
export const bareAnswers: ReadonlyMap<string, BareAnswer> = new Map([
  [`POST ${defaultPaths.occupancyReport}`, rewritten(occupancyReportResponse, bareReport)],
  [`GET ${defaultPaths.dictionaryEntrances}`, dictionary],
  [`GET ${defaultPaths.dictionaryZones}`, dictionary],
  [`GET ${defaultPaths.dictionarySchedules}`, dictionary],
  [`POST ${defaultPaths.apiKey}`, rewritten(createApiKeyResponse, ({ key }) => ({ apiKey: key }))],
  [
    `POST ${defaultPaths.participants}`,
    rewritten(createTicketResponse, ({ token }) => ({ data: { accessToken: token } })),
  ],
  [`GET ${defaultPaths.playbackStart}`, asDocumented],
  [`POST ${defaultPaths.eventInsert}`, asDocumented],
])

function bareReport({ average, maximum }: z.infer<typeof occupancyReportResponse>) {
  return { data: { avg: average, max: maximum } }
}

function rewritten<Answer>(schema: z.ZodType<Answer>, write: (answer: Answer) => unknown): BareAnswer {
  return (answer) => write(schema.parse(answer))
}
