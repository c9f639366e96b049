import { expect, it } from 'vitest'
import { parseArguments } from '#main/events-cli/arguments.ts'
import { exitCodes } from '#main/events-cli/exit-codes.ts'

it.each([
  ['insert', 'insert takes one file'],
  ['insert a.csv b.csv', 'insert takes one file'],
  ['insert - --key-from -', 'Standard input holds either'],
  ['insert - --follow', '--follow is for files'],
  ['insert - --format xml', '--format is csv or jsonl'],
  ['insert - --offset 1', '--offset wants hours and minutes'],
  ['insert - --zone Europe/Atlantis', '--zone wants a time zone'],
  ['insert - --offset Z --zone UTC', 'either --zone or --offset'],
  ['insert - --decimal ;', '--decimal is , or a point'],
  ['insert - --delimiter tabs', '--delimiter wants one character'],
  ['insert - --map =a', '--map wants NAME=COLUMN, not "=a"'],
  ['insert - --encoding utf-16le', '--encoding is utf-8 or'],
  ['insert - --tags sale', "Unknown option '--tags'"],
  ['discard', 'discard wants the ids of events'],
  ['upsert', 'There is no command "upsert"'],
])('events %s is refused with a sentence', (words, sentence) => {
  const parse = () => parseArguments(words.split(' '), '/')
  expect(parse).toThrow(sentence)
  expect(parse).toThrow(expect.objectContaining({ exitCode: exitCodes.usage }))
})
