import { expect, test } from 'vitest'
import { findCamera } from '#main/events-cli/catalogue.ts'

const listed = { tags: [], cameras: [{ id: 'c-1', name: 'Till', number: 7 }] }

test.each([
  [
    'what is listed is meant by id, number or name',
    listed,
    ['c-1', '7', 'TILL', 'c-2'],
    ['c-1', 'c-1', 'c-1', undefined],
  ],
  [
    'what another page may list is taken for an id',
    { ...listed, hasOtherCameras: true },
    ['7', 'c-2', ''],
    ['c-1', 'c-2', undefined],
  ],
  [
    'where nothing is listed everything is an id',
    { tags: [], cameras: undefined },
    ['7', ''],
    ['7', undefined],
  ],
] as const)('%s', (_what, catalogue, given, ids) => {
  expect(given.map((one) => findCamera(catalogue, one))).toEqual(ids)
})
