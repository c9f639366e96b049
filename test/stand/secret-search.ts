/** Any signed token: LiveKit's tickets and those that it renews them with. */
const anyJwt = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/

/**
 * Looks for secrets in every spelling under which they travel: as they are, escaped for JSON once and twice, percent- and
 * form-encoded, in hexadecimal, in UTF-16, and base64 of them or of anything larger that they stand in.
 */
export class SecretSearch {
  readonly #spellings: readonly string[]

  constructor(secrets: readonly string[]) {
    this.#spellings = [...new Set(secrets.flatMap(spellingsOf))]
  }

  /** How what was found begins; undefined when nothing was. Bytes are given as `latin1`. */
  find(text: string): string | undefined {
    const found = this.#spellings.find((spelling) => text.includes(spelling)) ?? anyJwt.exec(text)?.[0]
    return found?.slice(0, 12)
  }
}

function spellingsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const bytes = Buffer.from(secret)
  return [
    secret,
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    bytes.toString('latin1'),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ s: secret }).toString().slice(2),
    bytes.toString('hex'),
    Buffer.from(secret, 'utf16le').toString('latin1'),
    ...base64Cores(bytes),
  ]
}

/** What base64 makes of the bytes wherever they begin in a group of three, without what neighbours have a share in. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    const groups = whole.subarray(0, whole.length - (whole.length % 3)).toString('base64')
    const core = groups.slice(shift === 0 ? 0 : 4)
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
