import { once } from 'node:events'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { z } from 'zod'

/** An application that nobody drives from within: with a driver, its end would wait for the driver's. */
export interface UndrivenApp {
  readonly pid: number
  /** Waits for words on its page. */
  untilShown(words: string): Promise<void>
  /** Ends it, whoever has started it. */
  end(): Promise<void>
}

/** A guard against waiting for ever, not a measure. */
const GIVE_UP_AFTER_MS = 60_000

/**
 * The application that runs on this data folder, other than that process. Its lock there names the process; the way
 * in is the port of `--remote-debugging-port=0`, which Chromium writes down beside it.
 */
export async function untilRunning(dataDir: string, exceptPid: number): Promise<UndrivenApp> {
  const pid = await until('an application', async () => {
    const holder = await lockHolder(dataDir)
    return holder === exceptPid ? undefined : holder
  })
  return {
    pid,
    async untilShown(words) {
      await until(words, async () => ((await textOf(dataDir))?.includes(words) === true ? words : undefined))
    },
    async end() {
      process.kill(pid)
      await until('an end', async () => ((await isRunning(pid)) ? undefined : pid))
    },
  }
}

/** Asks again and again, until there is an answer. */
export async function until<Value>(what: string, ask: () => Promise<Value | undefined>): Promise<Value> {
  const giveUpAt = Date.now() + GIVE_UP_AFTER_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > giveUpAt) throw new Error(`${what} did not come`)
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
  }
}

async function lockHolder(dataDir: string): Promise<number | undefined> {
  const holder = await readlink(join(dataDir, 'SingletonLock')).catch(() => undefined)
  return holder === undefined ? undefined : Number(holder.split('-').at(-1))
}

const pages = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const evaluated = z.object({ result: z.object({ result: z.object({ value: z.string() }) }) })

/** The words of its page; undefined while it has none, or is just being replaced. */
async function textOf(dataDir: string): Promise<string | undefined> {
  try {
    const [port] = (await readFile(join(dataDir, 'DevToolsActivePort'), 'utf8')).split('\n')
    const [page] = pages.parse(await (await fetch(`http://127.0.0.1:${port}/json/list`)).json())
    if (page === undefined) return undefined
    const socket = new WebSocket(page.webSocketDebuggerUrl)
    try {
      // A page that is being replaced may end it before it has answered.
      const closed = once(socket, 'close').then(() => Promise.reject(new Error('the page has gone')))
      await Promise.race([once(socket, 'open'), closed])
      const params = { expression: 'document.body.innerText' }
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
      const [answer]: unknown[] = await Promise.race([once(socket, 'message'), closed])
      return evaluated.parse(JSON.parse(String(answer))).result.result.value
    } finally {
      socket.close()
    }
  } catch {
    return undefined
  }
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !stat.includes(') Z ')
}
