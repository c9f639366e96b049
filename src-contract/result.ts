/** What every call that can fail in an expected way returns. Exceptions are bugs and reach one sink. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure }

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function fail<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error }
}

/** The tail of an exhaustive `switch`: a new member of the union becomes a type error here. */
export function never(value: never): never {
  throw new Error(`unexpected member: ${JSON.stringify(value)}`)
}
