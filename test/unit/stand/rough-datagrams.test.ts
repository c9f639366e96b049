import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { RoughDatagrams } from '../../rough/rough-datagrams.ts'

const here = '127.0.0.1'
const sockets: Socket[] = []

async function opened(): Promise<Socket> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.bind(0, here)
  await once(socket, 'listening')
  return socket
}

/** A server that sends everything back, behind a line. */
async function lineToEcho(): Promise<RoughDatagrams> {
  const server = await opened()
  server.on('message', (bytes, { port, address }) => server.send(bytes, port, address))
  return RoughDatagrams.before(server.address().port, here)
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

it('datagrams come back in order, no sooner than the way is long', async () => {
  const line = await lineToEcho()
  line.use({ roundTripMs: 60, jitterMs: 40 })
  const client = await opened()
  const sent = Array.from({ length: 20 }, (_, at) => String(at))
  const returned = new Promise<string[]>((resolve) => {
    const seen: string[] = []
    client.on('message', (bytes) => {
      seen.push(bytes.toString())
      if (seen.length === sent.length) resolve(seen)
    })
  })
  const sentAtMs = performance.now()
  for (const word of sent) client.send(word, line.port, here)
  expect(await returned).toEqual(sent)
  expect(performance.now() - sentAtMs).toBeGreaterThanOrEqual(55)
  await line.dispose()
})

it('each client gets its own answers', async () => {
  const line = await lineToEcho()
  const clients = await Promise.all([opened(), opened()])
  const answers = clients.map((client) => once(client, 'message').then(([bytes]) => String(bytes)))
  for (const [at, client] of clients.entries()) client.send(`of ${at}`, line.port, here)
  expect(await Promise.all(answers)).toEqual(['of 0', 'of 1'])
  await line.dispose()
})
