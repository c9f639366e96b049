import { EventEmitter } from 'node:events'
import { beforeEach, expect, it } from 'vitest'
import { watchPower } from '#main/electron/power.ts'

let monitor: EventEmitter
/** What the wall and the program were told, in order. */
let pushed: string[]
let stop: () => void

beforeEach(() => {
  monitor = new EventEmitter()
  pushed = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is of is one of Node's
  const ofElectron = monitor as unknown as Parameters<typeof watchPower>[0]
  stop = watchPower(ofElectron, { power: (change) => pushed.push(change) }, () => pushed.push('quit'))
})

it('tells the wall when the machine goes to sleep and when it wakes', () => {
  monitor.emit('suspend')
  expect(pushed).toEqual(['suspend'])
  monitor.emit('resume')
  expect(pushed).toEqual(['suspend', 'resume'])
})

it('holds a shutdown back until the program has ended in order', () => {
  monitor.emit('shutdown', { preventDefault: () => pushed.push('held back') })
  expect(pushed).toEqual(['held back', 'quit'])
})

it('ends in order at a shutdown that cannot be held back', () => {
  monitor.emit('shutdown')
  expect(pushed).toEqual(['quit'])
})

it('hears nothing more once it was stopped', () => {
  stop()
  expect(monitor.eventNames()).toEqual([])
})
