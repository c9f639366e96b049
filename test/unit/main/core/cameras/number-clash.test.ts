import { expect, test } from 'vitest'
import { checkNumbers } from '#main/core/cameras/camera-numbers.ts'

const camera = (id: string, number: number) => ({ id, name: `Camera ${id}`, group: '', number })
const cameras = [camera('a', 1), camera('b', 2), { ...camera('c', 3), unlistedSinceMs: 5 }]

test.for([[{ a: 9 }], [{ a: 1 }], [{ a: 2, b: 1 }], [{ a: 2, b: 9 }], [{ new: 9 }], [{}]])(
  'numbers that nobody loses can be given: %j',
  ([wishes = {}]) => {
    expect(checkNumbers(cameras, wishes).ok).toBe(true)
  },
)

test.for([
  [{ a: 2 }, '2 is the number of “Camera b”.'],
  [{ new: 2 }, '2 is the number of “Camera b”.'],
  [{ a: 9, b: 9 }, '9 is the number of “Camera a”.'],
  [{ a: 3 }, '3 is the number of “Camera c”, which has left the list of cameras.'],
] as const)('a number that another camera has is refused in words: %j', ([wishes, sentence]) => {
  expect(checkNumbers(cameras, wishes)).toMatchObject({
    error: {
      code: 'bad_request',
      message: `Nothing was changed: ${sentence} Give that camera another number first.`,
    },
  })
})
