import { EventEmitter } from 'node:events'
import { beforeEach, expect, it } from 'vitest'
import { watchPower } from '#main/electron/power.ts'

let monitor: EventEmitter
/** What the wall and the program were told, in order. */
let told: string[]
let stop: () => void

beforeEach(() => {
  monitor = new EventEmitter()
  told = []
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is of is one of Node's
  const ofElectron = monitor as unknown as Parameters<typeof watchPower>[0]
  stop = watchPower(ofElectron, { power: (change) => told.push(change) }, () => told.push('quit'))
})

it('tells the wall when the machine goes to sleep and when it wakes', () => {
  monitor.emit('suspend')
  expect(told).toEqual(['suspend'])
  monitor.emit('resume')
  expect(told).toEqual(['suspend', 'resume'])
})

it('holds a shutdown back until the program has ended in order', () => {
  monitor.emit('shutdown', { preventDefault: () => told.push('held back') })
  expect(told).toEqual(['held back', 'quit'])
})

it('ends in order at a shutdown that cannot be held back', () => {
  monitor.emit('shutdown')
  expect(told).toEqual(['quit'])
})

it('hears nothing more once it was stopped', () => {
  stop()
  expect(monitor.eventNames()).toEqual([])
})
