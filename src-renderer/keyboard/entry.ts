import { t } from '../language/language.ts'
import { MAX_ENTRY_DIGITS } from '../wall/defaults.ts'

/** What has been typed, taken apart. An absent number was not typed; `''` was begun and has no digit yet. */
export type Entry =
  | { readonly kind: 'camera'; readonly monitor?: string; readonly tile?: string; readonly camera: string }
  | { readonly kind: 'salvo'; readonly monitor?: string; readonly salvo: string }

const cameraForm = /^(?:(\d+)\/)?(?:(\d+)\.)?(\d*)$/
const salvoForm = /^(?:(\d+)\/)?\*(\d*)$/

/** Undefined when the text is not the beginning of any entry. The empty text is an entry that has not begun. */
export function parseEntry(text: string): Entry | undefined {
  const ofSalvo = salvoForm.exec(text)
  if (ofSalvo) {
    const [, monitor, salvo = ''] = ofSalvo
    return { kind: 'salvo', ...(monitor === undefined ? {} : { monitor }), salvo }
  }
  const form = cameraForm.exec(text)
  if (!form) return undefined
  const [, monitor, tile, camera = ''] = form
  return {
    kind: 'camera',
    ...(monitor === undefined ? {} : { monitor }),
    ...(tile === undefined ? {} : { tile }),
    camera,
  }
}

export type Typed =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string }

/** Adds a character to an entry, or gives the reason why it cannot follow. */
export function typeInto(text: string, character: string): Typed {
  const longer = text + character
  const entry = parseEntry(longer)
  if (entry === undefined) return { ok: false, reason: whyNot(text, character) }
  const numbers =
    entry.kind === 'salvo' ? [entry.monitor, entry.salvo] : [entry.monitor, entry.tile, entry.camera]
  if (numbers.some((number) => (number?.length ?? 0) > MAX_ENTRY_DIGITS)) {
    return {
      ok: false,
      reason: t('keyboard.entry.noNumberHasMoreThan', { MAXENTRYDIGITS: MAX_ENTRY_DIGITS }),
    }
  }
  return { ok: true, text: longer }
}

function whyNot(text: string, character: string): string {
  switch (character) {
    case '.':
      return text.includes('*')
        ? t('keyboard.entry.salvoOneNumber')
        : t('keyboard.entry.dotStandsOnceAfterTile')
    case '/':
      return t('keyboard.entry.strokeStandsOnceAfterMonitor')
    default:
      return t('keyboard.entry.starStandsAtBeginningSalvo')
  }
}
