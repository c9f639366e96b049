import { it } from 'vitest'
import { seekInRoughFootage } from '../../e2e/playback/driver/harness/rough-seeks.ts'

it('says of footage without a constant frame rate that it is paused at no other picture than the asked one', async () => {
  await seekInRoughFootage(500)
})
