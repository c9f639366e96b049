import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** Speaks the launch protocol as the local site does; `FAKE_SITE` chooses what goes wrong. */
const { values } = parseArgs({ strict: false })
const folder = String(process.env['FAKE_FOLDER'])
const [first, again] = (process.env['FAKE_SITE'] ?? 'ready').split(', then ')
const behaviour = existsSync(join(folder, 'site.pid')) ? (again ?? first) : first

writeFileSync(join(folder, 'site.pid'), String(process.pid))
writeFileSync(join(folder, 'site.argv'), process.argv.join('\n'))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => {
  if (behaviour !== 'stubborn') process.exit(0)
})
setInterval(() => undefined, 60_000)

if (behaviour === 'failed') {
  process.send({ type: 'failed', sentence: 'The port 8443 is taken by another program.', exitCode: 3 }, () =>
    process.exit(3),
  )
} else if (behaviour === 'dies') {
  process.stderr.write('Error: boom\n    at somewhere\n')
  process.exit(9)
} else {
  process.send({ type: 'progress', part: 'media', text: 'starting the media server' })
  process.send({
    type: 'ready',
    baseUrl: 'http://127.0.0.1:1',
    liveViewUrl: 'ws://127.0.0.1:2',
    account: { email: 'demo@example.invalid', password: 'pass-word-of-the-demo', orgId: 'org' },
    cameras: Number(values['cameras']),
    partsMs: { media: 12.4 },
  })
  if (behaviour === 'dies beside the wall') {
    setInterval(() => {
      if (existsSync(join(folder, 'host.pid'))) process.exit(9)
    }, 10)
  } else if (behaviour?.startsWith('dies')) {
    setTimeout(
      () => {
        process.stderr.write('Error: late boom\n    at somewhere\n\nNode.js v24\n')
        process.exit(9)
      },
      behaviour === 'dies at once' ? 0 : 300,
    )
  }
}
