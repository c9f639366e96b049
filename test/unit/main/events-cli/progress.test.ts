import { expect, it } from 'vitest'
import { lineOf } from '#main/events-cli/progress.ts'

const state = { share: undefined, lines: 7, refused: 0, waiting: 3, waitsFor: undefined }

it.each([
  [{}, '7 lines · 3 to be sent'],
  [{ refused: 2 }, '7 lines · 2 refused · 3 to be sent'],
  [{ share: 0 }, '░░░░░░░░░░░░░░░░░░░░░░░░ 0 % · 7 lines · 3 to be sent'],
  [{ share: 0.5 }, '████████████░░░░░░░░░░░░ 50 % · 7 lines · 3 to be sent'],
  [{ share: 0.999 }, '████████████████████████ 99 % · 7 lines · 3 to be sent'],
  [{ share: 1 }, '████████████████████████ 100 % · 7 lines · 3 to be sent'],
  [{ waitsFor: 'No way there.' }, '7 lines · 3 to be sent · No way there.'],
])('%j is told as %s', (change, line) => expect(lineOf({ ...state, ...change })).toBe(line))
