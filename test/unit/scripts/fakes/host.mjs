import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Speaks the launch protocol as the wall's host does, and serves a page that reports tiles; `FAKE_HOST` chooses the fault. */
const behaviour = process.env['FAKE_HOST'] ?? 'ready'
const folder = String(process.env['FAKE_FOLDER'])
const secret = 'secret-of-this-start'
/** @param {object} message */
const send = (message) => process.send(message)

writeFileSync(join(folder, 'host.pid'), String(process.pid))
writeFileSync(join(folder, 'host.argv'), process.argv.join('\n'))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.on('message', (message) => writeFileSync(join(folder, 'host.message'), JSON.stringify(message)))

const page = `<!doctype html><title>Wall</title><script>
  fetch('/page', { method: 'POST', body: location.hash.slice(1) })
  new EventSource('/orders').onmessage = () => window.close()
</script>`

const server = createServer((request, response) => {
  if (request.url === '/page') {
    request.setEncoding('utf8').on('data', (hash) => {
      writeFileSync(join(folder, 'page.hash'), hash)
      const live = behaviour === 'eight live' ? 8 : 9
      send({ type: 'connected' })
      send({ type: 'tiles', wanted: 9, live: 3, states: { LIVE: 3, CONNECTING: 6 } })
      send({ type: 'tiles', wanted: 9, live, states: { LIVE: live, OFFLINE: 9 - live } })
      if (behaviour === 'closes') send({ type: 'closed' })
      response.end()
    })
  } else {
    response.setHeader('content-type', 'text/html')
    response.end(page)
  }
})

if (behaviour === 'failed') {
  process.send({ type: 'failed', sentence: 'The folder of the wall cannot be written.', exitCode: 4 }, () =>
    process.exit(4),
  )
} else {
  // Not before the launcher has said that a site which had ended is there again.
  if (behaviour === 'late') while (!existsSync(join(folder, 'site.again'))) await wait(10)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    send({ type: 'ready', url: `http://127.0.0.1:${address.port}/#${secret}` })
  })
}
