/** Undefined for anything that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The same of a file, which may begin with a byte order mark. */
export function parseJsonFile(text: string): unknown {
  return parseJson(text.replace(/^\uFEFF/, ''))
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
