'use strict'
/**
 * For tests only: what the product needs of Electron 45 and an Electron 22 (Node 16, Chromium 108) lacks. Each
 * fill is made only where something is absent, and behaves as the original does as far as the product uses it.
 */
const { createCipheriv, createDecipheriv, pbkdf2Sync } = require('crypto')
const { Blob } = require('buffer')
const { execFile } = require('child_process')
const fsPromises = require('fs/promises')
const { Readable } = require('stream')
const { ReadableStream } = require('stream/web')
const { promisify } = require('util')
const { app, safeStorage } = require('electron')
const { fillLanguage } = require('./language-fill.cjs')

require('./file-handle-fill.cjs')
fillLanguage(globalThis)
fill(globalThis, 'Blob', Blob)

// Electron 22 shows an error box that nobody closes: in a test that is a hang.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => {
    if (process.listenerCount(event) > 1) return
    process.stderr.write(`${event}: ${error?.stack ?? error}\n`)
    app.exit(70)
  })
}

class HeadersFill {
  #values
  constructor(values = {}) {
    const entries = values[Symbol.iterator] === undefined ? Object.entries(values) : [...values]
    this.#values = new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)]))
  }
  get(name) {
    return this.#values.get(name.toLowerCase()) ?? null
  }
  set(name, value) {
    this.#values.set(name.toLowerCase(), String(value))
  }
  append(name, value) {
    const before = this.get(name)
    this.set(name, before === null ? value : `${before}, ${value}`)
  }
  entries() {
    return this.#values.entries()
  }
  [Symbol.iterator]() {
    return this.entries()
  }
}

class ResponseFill {
  constructor(body, { status = 200, headers } = {}) {
    this.status = status
    this.headers = new HeadersFill(headers)
    const isWhole = typeof body === 'string' || body instanceof Uint8Array
    this.body = isWhole ? webStream(Readable.from([Buffer.from(body)])) : (body ?? null)
  }

  get ok() {
    return this.status >= 200 && this.status < 300
  }

  async arrayBuffer() {
    const chunks = []
    for await (const chunk of this.body ?? []) chunks.push(chunk)
    return new Uint8Array(Buffer.concat(chunks)).buffer
  }

  async text() {
    return Buffer.from(await this.arrayBuffer()).toString()
  }

  async json() {
    return JSON.parse(await this.text())
  }
}

/** `Readable.toWeb` is Node 17's. */
function webStream(readable) {
  const chunks = readable[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(new Uint8Array(value))
      },
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** `Readable.fromWeb` is Node 17's: once its reader has gone it lets the source go, whatever that is waiting for. */
function nodeStream(body) {
  const reader = body.getReader()
  return new Readable({
    async read() {
      try {
        const { done, value } = await reader.read()
        if (!this.destroyed) this.push(done ? null : Buffer.from(value))
      } catch (error) {
        this.destroy(error)
      }
    },
    async destroy(why, done) {
      await reader.cancel(why).catch(() => undefined)
      done(why)
    },
  })
}

fill(ReadableStream, 'from', (chunks) => webStream(Readable.from(chunks)))
fill(globalThis, 'ReadableStream', ReadableStream)
fill(globalThis, 'Headers', HeadersFill)
fill(globalThis, 'Response', ResponseFill)

/** `protocol.handle` is Electron 25's. The default session's protocol is `electron.protocol`. */
function handleFill(scheme, handler) {
  this.registerStreamProtocol(scheme, (request, answer) => {
    const { url, method } = request
    const { signal } = new AbortController()
    void handler({ url, method, headers: new Headers(request.headers), signal }).then(
      ({ status, headers, body }) =>
        answer({
          statusCode: status,
          headers: Object.fromEntries(headers.entries()),
          data: body === null ? Readable.from([]) : nodeStream(body),
        }),
    )
  })
}

/**
 * The asynchronous safeStorage is Electron 42's. Where no keyring opens, it falls back to a key that is the same
 * everywhere and says so by `v10`; its own ciphertext of a keyring begins with `v11`. As there, what another provider
 * sealed is to be sealed again once a better one is there, and what a keyring sealed that is away now is "temporarily
 * unavailable". Both releases ask the keyring once in the life of a process.
 */
const fallbackPrefix = Buffer.from('v10')
const fallbackKey = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1')
const fallbackVector = Buffer.alloc(16, ' ')
fill(safeStorage, 'isAsyncEncryptionAvailable', async () => true)
fill(safeStorage, 'encryptStringAsync', async (text) => {
  if (safeStorage.isEncryptionAvailable()) return safeStorage.encryptString(text)
  const cipher = createCipheriv('aes-128-cbc', fallbackKey, fallbackVector)
  return Buffer.concat([fallbackPrefix, cipher.update(text, 'utf8'), cipher.final()])
})
fill(safeStorage, 'decryptStringAsync', async (sealed) => {
  const hasKeyring = safeStorage.isEncryptionAvailable()
  if (sealed.subarray(0, 3).equals(fallbackPrefix)) {
    const decipher = createDecipheriv('aes-128-cbc', fallbackKey, fallbackVector)
    const result = decipher.update(sealed.subarray(3), undefined, 'utf8') + decipher.final('utf8')
    return { result, shouldReEncrypt: hasKeyring }
  }
  if (!hasKeyring) {
    throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
  }
  try {
    return { result: safeStorage.decryptString(sealed), shouldReEncrypt: false }
  } catch {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.')
  }
})

/** Node 18's. */
fill(fsPromises, 'statfs', async (path) => {
  const { stdout } = await promisify(execFile)('df', ['--block-size=1', '--output=avail', path])
  return { bsize: 1, bavail: Number(stdout.split('\n')[1]) }
})

app.on('session-created', (session) => {
  fill(session.protocol, 'handle', handleFill)
  session.setPreloads([process.env.TESSERA_TEST_PAGE_FILL])
})
fill(require('electron').protocol, 'handle', function handle(scheme, handler) {
  handleFill.call(require('electron').session.defaultSession.protocol, scheme, handler)
})

/** Electron 25 told the address on the event itself, before that as a second argument. */
app.on('web-contents-created', (_created, contents) => {
  for (const name of ['will-navigate', 'will-redirect']) {
    contents.on(name, (event, url) => Object.assign(event, { url }))
  }
})

function fill(target, name, value) {
  if (target[name] === undefined)
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
}
