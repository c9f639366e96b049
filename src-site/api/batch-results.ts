import type { z } from 'zod'
import type { Result } from '#contract/result.ts'
import { invalidRequest } from './error-refusal.ts'
import { errorBody, type Refusal } from './refusal.ts'

/** Inserts what is well formed; a result for each, in their order. */
export async function batchResults<Event>(
  schema: z.ZodType<Event>,
  events: readonly unknown[],
  insert: (events: readonly Event[]) => Promise<readonly Result<unknown, Refusal>[]>,
) {
  const parsed = events.map((event) => schema.safeParse(event))
  const inserted = (await insert(parsed.flatMap(({ data }) => (data ? [data] : [])))).values()
  return parsed.map(({ error }) => {
    const fault = error && invalidRequest(error)
    const result = fault ? undefined : inserted.next().value
    if (result?.ok) return { success: true as const }
    return { success: false as const, ...errorBody(fault ?? (result as { error: Refusal }).error) }
  })
}
