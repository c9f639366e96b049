import { describe, expect, it } from 'vitest'
import { CameraStore } from '#site/cameras/camera-store.ts'
import { demoCameras } from '#site/cameras/demo-cameras.ts'
import { openTestStore } from '../open-store.ts'

async function setUp() {
  const { db } = await openTestStore()
  db.exec(`insert into organization (id, name) values ('a', 'A'), ('b', 'B')`)
  return new CameraStore(db)
}

describe('the camera store', () => {
  it('lists cameras by their numbers', async () => {
    const cameras = await setUp()
    const three = demoCameras(3, undefined, 'Europe/Berlin')
    await cameras.replace('a', three.toReversed())
    expect(await cameras.list('a')).toEqual(three)
  })

  it('shows an organization its own cameras only', async () => {
    const cameras = await setUp()
    await cameras.replace('a', demoCameras(1, undefined, 'UTC'))
    expect(await cameras.list('b')).toEqual([])
    expect(await cameras.has('b', 'cam-01')).toBe(false)
    expect(await cameras.has('a', 'cam-01')).toBe(true)
  })

  it('drops cameras that are no longer there', async () => {
    const cameras = await setUp()
    await cameras.replace('a', demoCameras(4, undefined, 'UTC'))
    await cameras.replace('a', demoCameras(2, undefined, 'UTC'))
    expect((await cameras.list('a')).map(({ id }) => id)).toEqual(['cam-01', 'cam-02'])
  })
})

describe('the demo cameras', () => {
  it('have the names of their footage', () => {
    const filmed = [{ number: 3, name: 'Loading dock', group: 'Yard' }]
    expect(demoCameras(16, filmed, 'UTC')).toEqual([
      { id: 'cam-03', number: 3, name: 'Loading dock', group: 'Yard', timezone: 'UTC' },
    ])
  })

  it('are no more than asked for', () => {
    const filmed = Array.from({ length: 16 }, (_, at) => ({ number: at + 1, name: 'x', group: 'y' }))
    expect(demoCameras(9, filmed, 'UTC')).toHaveLength(9)
  })
})
