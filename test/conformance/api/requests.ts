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
