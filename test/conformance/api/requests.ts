import { expect } from 'vitest'
import { type ErrorBody, errorBodySchema } from '#contract/platform/errors.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `undefined` when the body is no JSON. */
  readonly json: unknown
  /** Undefined when the body is no refusal of the interface. */
  readonly error: ErrorBody['error'] | undefined
}

/** One request, whole answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  const json = parse(text)
  const refusal = errorBodySchema.strict().safeParse(json)
  return { status: response.status, headers: response.headers, text, json, error: refusal.data?.error }
}

export function post(url: string, body: unknown, key?: string): Promise<Answer> {
  return ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer(key) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

/** How it was refused, and for which member. */
export const refusal = ({ status, error }: Answer) => [status, error?.code, error?.field]

/** What is wrong of what is sent, and how it is refused: by 400, where no code is named as an invalid value. */
export type Fault = [what: string, changes: object, field: string, words?: string, code?: string]

export async function expectRefused(send: (changes: object) => Promise<Answer>, faults: readonly Fault[]) {
  for (const [what, changes, field, words = '', code = 'invalid_value'] of faults) {
    const answer = await send(changes)
    expect.soft(refusal(answer), what).toEqual([400, code, field])
    expect.soft(answer.error?.message, what).toContain(words)
  }
}

export function expectOk(answer: Answer, status = 200): unknown {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text}`)
  return answer.json
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
