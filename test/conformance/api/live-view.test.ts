import { setTimeout as sleep } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTicketResponse } from '#contract/platform/live-view.ts'
import { startSite, type TestSite } from '../start-site.ts'
import { post } from './requests.ts'
import { SignalResponse } from '@livekit/protocol'
import { WebSocket } from 'ws'

let site: TestSite
let key: string

beforeAll(async () => {
  site = await startSite({
    cameras: 4,
    logLevel: 'debug',
    // One test asks without a pause for as long as the media server is away.
    flags: ['--requests-per-second', '99999'],
  })
  key = await site.apiKey()
})
afterAll(() => site?.stop())

const request = (cameraId: string, expiresIn: number) =>
  post(`${site.baseUrl}/v1/live-view/participants`, { cameraId, expiresIn }, key)

async function ticket(cameraId = 'cam-01', expiresIn = 180) {
  const answer = await request(cameraId, expiresIn)
  expect(answer.status).toBe(201)
  return createTicketResponse.strict().parse(answer.json)
}

const until = (instant: string) => sleep(Math.max(0, Date.parse(instant) - Date.now()))

describe('a live view ticket', () => {
  it('opens the room of its camera on the real media server', async () => {
    const { token, url } = await ticket('cam-02')
    expect(await joinRoom(url, token)).toEqual({ isIn: true, room: 'cam-02' })
  })

  it('names the media server that the site runs', async () => {
    expect((await ticket()).url).toBe(site.liveViewUrl)
  })

  it('is refused by the media server when its time is over, and accepted before', async () => {
    const { token, url, expiresAt } = await ticket('cam-01', 10)
    expect(await joinRoom(url, token)).toMatchObject({ isIn: true })
    await until(expiresAt)
    expect(await joinRoom(url, token)).toEqual({ isIn: false, status: 401 })
    const fresh = await ticket()
    expect(await joinRoom(fresh.url, fresh.token)).toMatchObject({ isIn: true })
  })

  it('is refused when somebody has changed it', async () => {
    const { token, url } = await ticket('cam-01')
    const [head = '', payload = '', signature = ''] = token.split('.')
    const claims = Buffer.from(payload, 'base64url').toString().replace('cam-01', 'cam-02')
    const forged = [head, Buffer.from(claims).toString('base64url'), signature].join('.')
    expect(await joinRoom(url, forged)).toEqual({ isIn: false, status: 401 })
  })

  it('is in no line of the log', async () => {
    const { token, url } = await ticket()
    await joinRoom(url, token)
    await joinRoom(url, `${token}x`)
    expect(await readFile(site.logFile, 'utf8')).not.toMatch(/eyJ[\w-]{10}/)
  })
})

describe('while the media server is down', () => {
  it('no ticket is made, and the site says why, until it is up again', async () => {
    let pid: number | undefined
    let refused: Awaited<ReturnType<typeof request>> | undefined
    for (let answer = await request('cam-01', 180); !refused || answer.status === 503; ) {
      const media = await site.media()
      // A restart takes a fifth of a second: on a busy machine it may be over before it is seen.
      if (!refused && media.state === 'up' && media.pid !== pid) {
        pid = media.pid
        await site.killMediaServer()
      }
      answer = await request('cam-01', 180)
      if (answer.status === 503) refused = answer
    }
    expect(refused.error?.code).toBe('media_server_down')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await site.mediaServerPid()).not.toBe(pid)
    const { token, url } = await ticket()
    expect(await joinRoom(url, token)).toMatchObject({ isIn: true, room: 'cam-01' })
  })
})

type Joined =
  | { readonly isIn: true; readonly room: string }
  | { readonly isIn: false; readonly status: number }

/** Connects to a real LiveKit server as a player does, up to its first word, and leaves. */
function joinRoom(liveViewUrl: string, token: string): Promise<Joined> {
  const socket = new WebSocket(`${liveViewUrl}/rtc?protocol=15&auto_subscribe=0`, {
    headers: { authorization: `Bearer ${token}` },
  })
  socket.binaryType = 'nodebuffer'
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_, response) => {
      resolve({ isIn: false, status: response.statusCode ?? 0 })
      response.destroy()
    })
    socket.on('error', reject)
    socket.on('message', (data: Buffer) => {
      const { message } = SignalResponse.fromBinary(data)
      if (message.case !== 'join') return
      resolve({ isIn: true, room: message.value.room?.name ?? '' })
      socket.close()
    })
  })
}
