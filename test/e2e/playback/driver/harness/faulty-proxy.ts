import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { listen, portOf } from '#test/stand/loopback.ts'

/** Takes the answer into its own hands; false lets the request through. */
export type Fault = (asked: IncomingMessage, answer: ServerResponse) => boolean

/** A platform as it may be: everything is the real site's, but for what a test makes of it. */
export class FaultyProxy {
  readonly #server: Server
  readonly #target: string
  /** How often each segment has been asked for, by its path. */
  readonly segments = new Map<string, number>()
  /** Sessions that have been started, in their order; one that is gone on with once more. */
  readonly started: { readonly sessionId: string; readonly cameraId: string }[] = []
  /** Bodies of requests for sessions to be stopped. */
  readonly stops: string[] = []
  /** Requests for manifests and playlists. */
  manifests = 0
  /** As of a platform whose next sessions name their segments differently: put before their names. */
  prefix = ''
  /** Of the sessions that have been started since, by their id. */
  readonly #prefixes = new Map<string, string>()
  /** What of a segment, or of what describes it, is passed on, and nobody told. */
  spoil: ((path: string, bytes: Buffer) => Buffer) | undefined
  /** How fast an answer is passed on; undefined: as it comes. */
  bytesPerSecond: (path: string) => number | undefined = () => undefined
  fault: Fault | undefined
  /** Another body of a segment, for its path; undefined where it stays as it is. */
  footage: ((path: string) => Promise<Buffer | undefined>) | undefined
  /** Reads an answer's text and gives it back changed; for manifests. */
  rewrite: ((path: string, text: string) => string) | undefined

  private constructor(target: string) {
    this.#target = target
    const { hostname, port } = new URL(target)
    this.#server = createServer((asked, answer) => {
      const path = this.#platformPath(asked.url ?? '/')
      if (path.includes('.m3u8')) this.manifests += 1
      if (path.startsWith('/v1/playback/stop')) asked.once('data', (body) => this.stops.push(String(body)))
      if (path.includes('.m4s')) this.segments.set(path, (this.segments.get(path) ?? 0) + 1)
      if (this.fault?.(asked, answer) === true) return
      const passed = request(
        // A connection of its own: one that is kept may be closed at the other end just when it is used again.
        { hostname, port, path, method: asked.method, headers: asked.headers, agent: false },
        (given) =>
          void this.#pass(path, given, answer).catch((error: unknown) => {
            // Whoever asked has gone, or the site has: nobody is left to answer.
            if (!answer.destroyed && !given.destroyed) throw error
            answer.destroy()
          }),
      )
      passed.on('error', () => answer.destroy())
      answer.on('close', () => passed.destroy())
      asked.pipe(passed)
    })
    // Longer than the site promises in what is passed on: a connection may not end just when it is used again.
    this.#server.keepAliveTimeout = 120_000
  }

  static async before(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    await listen(proxy.#server)
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  /** As nothing had ever happened. */
  reset(): void {
    this.fault = undefined
    this.rewrite = undefined
    this.footage = undefined
    this.prefix = ''
    this.#prefixes.clear()
    this.bytesPerSecond = () => undefined
    this.spoil = undefined
    this.segments.clear()
    this.started.length = 0
    this.stops.length = 0
    this.manifests = 0
  }

  dispose(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #noteStart(session: FaultyProxy['started'][number]): void {
    this.#prefixes.set(session.sessionId, this.prefix)
    this.started.push(session)
  }

  /** Of the session that it belongs to. */
  #prefixOf(path: string): string {
    return [...this.#prefixes].find(([sessionId]) => path.includes(sessionId))?.[1] ?? ''
  }

  /** A segment is refused under any name but that of its session. */
  #platformPath(path: string): string {
    const prefix = this.#prefixOf(path)
    if (prefix === '' || !path.includes('.m4s')) return path
    return path.includes(`/${prefix}`) ? path.replace(`/${prefix}`, '/') : `${path}.gone`
  }

  async #pass(path: string, given: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (this.spoil !== undefined && /\.m(?:4s|p4)/.test(path)) {
      const { 'content-length': _whole, ...headers } = given.headers
      const bytes = Buffer.concat(await given.toArray())
      answer.writeHead(given.statusCode ?? 502, headers).end(this.spoil(path, bytes))
      return
    }
    const other = given.statusCode === 200 ? await this.footage?.(path) : undefined
    if (other !== undefined) {
      given.resume()
      const { 'content-length': _length, etag: _etag, ...headers } = given.headers
      answer.writeHead(200, headers).end(other)
      return
    }
    const isStart = path.startsWith('/v1/playback/start')
    if (!isStart && !path.includes('.m3u8')) {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      const bytesPerSecond = this.bytesPerSecond(path)
      if (bytesPerSecond === undefined) given.pipe(answer)
      else trickle(given, answer, bytesPerSecond)
      return
    }
    const text = (await given.setEncoding('utf8').toArray()).join('')
    // Its footage comes through here too.
    const renamed = text.replaceAll(/^(?=\w+-\d+\.m4s)/gm, this.#prefixOf(path))
    const passed = isStart
      ? text.replaceAll(this.#target, this.url)
      : (this.rewrite?.(path, renamed) ?? renamed)
    if (isStart && given.statusCode === 200) this.#noteStart(JSON.parse(text))
    const { 'content-length': _length, etag: _etag, ...headers } = given.headers
    answer.writeHead(given.statusCode ?? 502, headers).end(passed)
  }
}

function trickle(given: IncomingMessage, answer: ServerResponse, bytesPerSecond: number): void {
  const timer = setInterval(() => {
    const piece: unknown = given.read(bytesPerSecond / 10)
    if (piece !== null) answer.write(piece)
  }, 100)
  given.once('end', () => answer.end())
  answer.once('close', () => clearInterval(timer))
}
