import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SignalResponse } from '@livekit/protocol'
import { RoomServiceClient } from 'livekit-server-sdk'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { WebSocketServer } from 'ws'
import { wallError, type WallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { decodeRelayFrame, encodeRelayFrame, relayKinds } from '#contract/wall/relay.ts'
import { fail, ok } from '#contract/result.ts'
import { contentSecurityPolicy } from '#main/core/content-security-policy.ts'
import type { AreaLog } from '#main/core/log/logger.ts'
import { SignalRelay } from '#main/core/relay/signal-relay.ts'
import { systemClock } from '#main/core/time.ts'
import { signTicket } from '#site/live-view/ticket.ts'
import type { CameraHabits } from '#contract/process/launch.ts'
import { CameraFleet, type FleetCamera } from '#site/media/camera-fleet.ts'
import { systemClock as siteClock } from '#site/clock.ts'
import { MediaServer } from '#site/media/media-server.ts'
import { publisherToken } from '#site/media/publisher-token.ts'
import { livekitServer } from '#test/conformance/start-site.ts'
import { type SharedBrowser, sharedBrowser } from '#test/stand/browser.ts'
import { bundle } from '#test/stand/bundle.ts'
import { listen } from '#test/stand/loopback.ts'

type Clip = Pick<FleetCamera, 'framesPerSecond' | 'layers'>

export interface StandCamera {
  readonly cameraId: string
  readonly source: Clip
  readonly habits?: CameraHabits
}

const fixtures = resolve(import.meta.dirname, '../../../fixtures/h264')
/** A camera of 16 kB whose picture is 256 px wide in its larger and 128 px in its smaller layer. */
export const wideClip: Clip = {
  framesPerSecond: 15,
  layers: [
    { widthPx: 128, heightPx: 72, bitsPerSecond: 20_000, file: join(fixtures, 'clock-128.h264') },
    { widthPx: 256, heightPx: 144, bitsPerSecond: 44_000, file: join(fixtures, 'clock-256.h264') },
  ],
}
/** A camera with one layer of 128 px: told from the other one by its size. */
export const narrowClip: Clip = { ...wideClip, layers: wideClip.layers.slice(0, 1) }

const silent: AreaLog = {
  log: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** A real media server, real cameras, the real relay and a real browser around the live engine, and nothing else. */
export class LiveStand {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'tessera-live-'))
  readonly #apiKey = 'live-stand'
  readonly #apiSecret = randomBytes(24).toString('hex')
  readonly #relay = new SignalRelay({ log: silent, clock: systemClock })
  #server: Server | undefined
  #sockets: WebSocketServer | undefined
  #mediaServer: MediaServer | undefined
  #fleet: CameraFleet | undefined
  #browser: SharedBrowser | undefined
  /** What the platform answers instead of a ticket, by camera. */
  readonly refusals = new Map<string, WallError>()
  /** Cameras whose tickets allow no watching. */
  readonly unwatchable = new Set<string>()
  ticketsMinted = 0
  /** Cameras that a ticket was asked for, in order. */
  readonly asked: string[] = []
  /** Cameras whose earlier tickets are no longer good, in order. */
  readonly withdrawn: string[] = []
  /** In order: answers of the media server, as the ids of the tracks that they name, and `asks` for a request of another offer. */
  readonly negotiation: string[] = []
  /** The media server answers 404 to the way of joining that came with LiveKit 1.9.2. */
  hidesNewWay = false

  get fleet(): CameraFleet {
    if (!this.#fleet) throw new Error('the stand has not started')
    return this.#fleet
  }

  get mediaServerPid(): number {
    const pid = this.#mediaServer?.pid
    if (pid === undefined) throw new Error('no media server')
    return pid
  }

  get url(): string {
    return this.#mediaServer?.address?.url ?? ''
  }

  /** What the platform may do to those who watch. */
  get rooms(): RoomServiceClient {
    return new RoomServiceClient(this.url.replace('ws:', 'http:'), this.#apiKey, this.#apiSecret)
  }

  async ticket(cameraId: string): Promise<{ token: string }> {
    const access = { url: this.url, apiKey: this.#apiKey, apiSecret: this.#apiSecret }
    return this.unwatchable.has(cameraId)
      ? { token: await publisherToken(access, cameraId) }
      : signTicket(cameraId, 180, access)
  }

  async start(cameras: readonly StandCamera[]): Promise<void> {
    await Promise.all([
      this.#publish(cameras),
      this.#serve(),
      sharedBrowser().then((browser) => (this.#browser = browser)),
    ])
    await this.fleet.allPublished()
  }

  /** A page with so many empty tiles. */
  async open(options: {
    tiles: number
    defaults?: object
    viewport?: { width: number; height: number }
    query?: Record<string, string>
  }): Promise<Page> {
    if (!this.#browser) throw new Error('the stand has not started')
    const page = await this.#browser.newPage({ viewport: options.viewport ?? { width: 1280, height: 720 } })
    if (process.env['LOG']) page.on('console', (message) => console.log('page:', message.text()))
    page.on('pageerror', (error) => this.pageErrors.push(String(error)))
    const query = new URLSearchParams({ tiles: String(options.tiles), ...options.query })
    if (options.defaults) query.set('defaults', JSON.stringify(options.defaults))
    await page.goto(`${this.origin}/?${query.toString()}`)
    return page
  }
  readonly pageErrors: string[] = []

  /** A page that publishes a picture of each width into each room, as somebody else's cameras may. */
  async publish(cameraIds: readonly string[], widthsPx: readonly number[]): Promise<Page> {
    if (!this.#browser) throw new Error('the stand has not started')
    const page = await this.#browser.newPage({ bypassCSP: true })
    await page.goto(`${this.origin}/?tiles=1`)
    const access = { url: this.url, apiKey: this.#apiKey, apiSecret: this.#apiSecret }
    const tokens = await Promise.all(cameraIds.map((cameraId) => publisherToken(access, cameraId)))
    await page.evaluate(
      async ({ url, tokens, widthsPx }) => {
        for (const token of tokens) {
          const room = new window.stage.Room()
          await room.connect(url, token)
          for (const width of widthsPx) {
            const canvas = Object.assign(document.createElement('canvas'), { width, height: width / 2 })
            const pen = canvas.getContext('2d')
            setInterval(() => pen?.fillRect(Math.random() * width, 0, 9, 9), 50)
            const [track] = canvas.captureStream(15).getVideoTracks()
            const { Camera } = window.stage.Source
            if (!track) continue
            const published = room.localParticipant.publishTrack(track, { source: Camera, simulcast: false })
            window.stage.published.push(await published)
          }
        }
      },
      { url: this.url, tokens, widthsPx },
    )
    return page
  }

  get origin(): string {
    const address = this.#server?.address()
    if (!address || typeof address === 'string') throw new Error('the stand has not started')
    return `http://127.0.0.1:${address.port}`
  }

  /** Ends every relay connection, as a main process that dies does. */
  dropRelay(): void {
    for (const socket of this.#sockets?.clients ?? []) socket.terminate()
  }

  async dispose(): Promise<void> {
    await this.#browser?.close()
    await this.#fleet?.dispose()
    this.#relay.dispose()
    await this.#mediaServer?.dispose()
    this.#server?.closeAllConnections()
    this.#server?.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #publish(cameras: readonly StandCamera[]): Promise<void> {
    const log = pino({ level: process.env['LOG'] ? 'info' : 'silent' })
    this.#mediaServer = new MediaServer({
      binary: livekitServer(),
      dataDir: this.#dataDir,
      apiKey: this.#apiKey,
      apiSecret: this.#apiSecret,
      log,
      random: Math.random,
    })
    const running = await this.#mediaServer.start()
    if (!running.ok) throw new Error(running.error.message)
    const fleet = await CameraFleet.create({
      mediaServer: { url: running.value.localUrl, apiKey: this.#apiKey, apiSecret: this.#apiSecret },
      cameras: cameras.map(({ source, ...camera }) => ({ ...camera, ...source })),
      log,
      clock: siteClock,
      random: Math.random,
    })
    if (!fleet.ok) throw new Error(fleet.error.message)
    this.#fleet = fleet.value
  }

  async #serve(): Promise<void> {
    const script = await bundle(join(import.meta.dirname, 'page.ts'), 'es')
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.setHeader('content-security-policy', contentSecurityPolicy)
      response.end(
        isScript
          ? script
          : '<!doctype html><meta charset="utf-8"><body><script type="module" src="/page.js"></script>',
      )
    })
    this.#server = server
    await listen(server)
    const sockets = new WebSocketServer({ server, path: '/relay', perMessageDeflate: false })
    this.#sockets = sockets
    sockets.on('connection', (socket) => {
      const session = this.#relay.open(
        {
          take: async (cameraId) => {
            this.asked.push(cameraId)
            const refusal = this.refusals.get(cameraId)
            if (refusal) return fail(refusal)
            this.ticketsMinted += 1
            const { token } = await this.ticket(cameraId)
            return this.url ? ok({ token, url: this.url }) : fail(wallError('media_unreachable'))
          },
          giveBack: () => undefined,
          withdraw: (cameraId) => void this.withdrawn.push(cameraId),
          allowedHosts: () => [new URL(this.url).host],
          lookupFor: () => undefined,
        },
        (frame) => {
          this.#note(frame)
          socket.send(frame)
        },
      )
      socket.on('message', (data: Buffer) => {
        const refused = this.hidesNewWay ? newWayChannel(data) : undefined
        if (refused === undefined) session.receive(data)
        else socket.send(encodeRelayFrame(refused, relayKinds.failed, Buffer.from(JSON.stringify(oldServer))))
      })
      socket.on('close', (code) => (code === 1001 ? session.leave() : session.dispose()))
    })
  }

  #note(data: Uint8Array): void {
    const frame = decodeRelayFrame(data)
    if (frame?.kind !== relayKinds.binary) return
    const { message } = SignalResponse.fromBinary(frame.payload)
    if (message.case === 'mediaSectionsRequirement') this.negotiation.push('asks')
    if (message.case !== 'answer') return
    this.negotiation.push(
      [...message.value.sdp.matchAll(/^a=msid:\S+\|(TR\S+)/gm)].map(([, sid]) => sid).join(),
    )
  }
}

const oldServer = wallError('media_unreachable', exactMessage('media_unknown_way'))

/** The channel of a frame that asks for `/rtc/v1`. */
function newWayChannel(data: Buffer): number | undefined {
  const frame = decodeRelayFrame(data)
  if (frame?.kind !== relayKinds.open) return undefined
  return Buffer.from(frame.payload).includes('"/rtc/v1') ? frame.channel : undefined
}
