import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import { messageOf } from '#contract/thrown.ts'
import { RenewedSafeStorage } from '../core/keys/renewed-safe-storage.ts'
import type { SafeStoragePort } from '../core/keys/safe-storage-box.ts'
import { systemClock } from '../core/time.ts'

/** Makes a start of this program one that answers a single question to its key store and ends. */
const SWITCH = '--ask-key-store'
/** A keyring's own window may stand open as long as that; then it is asked anew. */
const LIMIT_IN_MS = 120_000

const questionSchema = z.union([z.object({ encrypt: z.string() }), z.object({ decrypt: z.base64() })])
const answerSchema = z.union([
  z.object({ sealed: z.base64() }),
  z.object({ result: z.string(), shouldReEncrypt: z.boolean() }),
  z.object({ failed: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

/**
 * Electron's key store as a process sees it that has just been started: for a Linux, where the running one keeps to
 * what it was told first. Question and answer go over the channel between the two, which nobody else can read.
 */
export function freshSafeStorage(program: Pick<NodeJS.Process, 'execPath' | 'argv'>): SafeStoragePort {
  async function ask(question: z.infer<typeof questionSchema>): Promise<Answer> {
    const passedOn = program.argv.slice(1).filter((word) => !/^--(inspect|remote-debugging)/.test(word))
    const child = spawn(program.execPath, [...passedOn, SWITCH], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      timeout: LIMIT_IN_MS,
    })
    const failed = Promise.race([once(child, 'exit'), once(child, 'error')]).then(() => {
      throw new Error('the key store process ended without an answer')
    })
    child.send(question)
    const [message]: unknown[] = await Promise.race([once(child, 'message'), failed])
    const answer = answerSchema.parse(message)
    if ('failed' in answer) throw new Error(answer.failed)
    return answer
  }
  return {
    isAsyncEncryptionAvailable: async () => true,
    async encryptStringAsync(plainText) {
      const answer = await ask({ encrypt: plainText })
      if (!('sealed' in answer)) throw new Error('the key store process answered something else')
      return Buffer.from(answer.sealed, 'base64')
    },
    async decryptStringAsync(encrypted) {
      const answer = await ask({ decrypt: encrypted.toString('base64') })
      if (!('result' in answer)) throw new Error('the key store process answered something else')
      return answer
    },
  }
}

/** Only on Linux may the key store be away when the wall starts, and come back. */
export function lastingSafeStorage(own: SafeStoragePort, program: NodeJS.Process): SafeStoragePort {
  if (program.platform !== 'linux') return own
  return new RenewedSafeStorage({ own, fresh: freshSafeStorage(program), clock: systemClock })
}

/** Nowhere else: macOS gives a key to the program that it belongs to, and must not give it to whoever starts that. */
export function isKeyStoreProcess({ argv, platform }: Pick<NodeJS.Process, 'argv' | 'platform'>): boolean {
  return platform === 'linux' && argv.includes(SWITCH)
}

/** The child's side: without a window, and with a data folder of its own, because the wall's is in use. */
export function serveKeyStore(
  app: Pick<App, 'disableHardwareAcceleration' | 'exit' | 'setPath' | 'whenReady'>,
  safeStorage: SafeStoragePort,
  parent: Pick<NodeJS.Process, 'send' | 'once'>,
): void {
  // Started by hand there is nobody to answer to.
  if (parent.send === undefined) return app.exit(2)
  const folder = mkdtempSync(join(tmpdir(), 'tessera-key-store-'))
  const end = (): void => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
    } catch {
      // Chromium still writes there; it holds nothing of anybody.
    }
    app.exit(0)
  }
  app.setPath('userData', folder)
  app.disableHardwareAcceleration()
  parent.once('disconnect', end)
  parent.once('SIGTERM', end)
  parent.once('message', (message: unknown) => {
    void app
      .whenReady()
      .then(() => handle(message, safeStorage))
      .catch((thrown: unknown) => ({ failed: messageOf(thrown) }))
      .then((answer: Answer) => parent.send?.(answer, undefined, undefined, end))
  })
}

async function handle(message: unknown, safeStorage: SafeStoragePort): Promise<Answer> {
  const question = questionSchema.parse(message)
  if ('encrypt' in question) {
    const sealed = await safeStorage.encryptStringAsync(question.encrypt)
    return { sealed: Buffer.from(sealed).toString('base64') }
  }
  return safeStorage.decryptStringAsync(Buffer.from(question.decrypt, 'base64'))
}
