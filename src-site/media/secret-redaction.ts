import { maskWebTokens, type WebTokenShape } from '#contract/web-tokens.ts'

/** Three base64url parts joined by dots: a JSON web token, whoever made it. */
const token: WebTokenShape = {
  minHead: 1,
  second: { minLength: 1, beginsLikeFirst: false },
  third: { minLength: 0, isOptional: false },
}
const redacted = '[redacted]'

/** Takes secrets out of text by their value, and every token by its shape. */
export function secretRedactor(secrets: readonly string[]): (text: string) => string {
  const values = secrets.filter((secret) => secret.length > 0)
  return (text) => {
    let clean = maskWebTokens(text, token, redacted)
    for (const value of values) clean = clean.replaceAll(value, redacted)
    return clean
  }
}
