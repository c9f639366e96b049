import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import { type CommandLine, inOneWordEach } from '../core/command-line.ts'
import { isOwnerGone } from '../core/lease-owner.ts'

/** How often a start that waits asks for its turn; a supervisor would start the next one after as long. */
const ASK_EVERY_MS = 2_000

/** What a start tells the wall that is already up. */
const startNoticeSchema = z.object({ isWaiting: z.boolean() })
type StartNotice = z.infer<typeof startNoticeSchema>

/**
 * Whether a start is that of a supervisor: a kiosk that has nothing to say to a wall which is already up. Were it to
 * end at once, its supervisor would start it again and again. A launcher waits for its words and gets none.
 */
export function isPatientStart(
  { screens }: Pick<CommandLine, 'screens'>,
  { argv, connected }: { readonly argv: readonly string[]; readonly connected: boolean },
): boolean {
  return screens === 'kiosk' && entryOf(argv) === undefined && !connected
}

/**
 * Whether this process is the wall of its data folder. A patient start is, once the other one has ended; it holds up
 * its whole process meanwhile, because what follows must come before Electron is ready.
 */
export function takeTurn(
  app: Pick<App, 'getPath' | 'requestSingleInstanceLock'>,
  isPatient: boolean,
  sleep: (ms: number) => void = holdUp,
): boolean {
  const notice: StartNotice = { isWaiting: isPatient }
  while (!app.requestSingleInstanceLock(notice)) {
    // Asked once more, as it may have ended in between. Without this lock that of the data folder decides alone.
    if (!isHeld(app)) return app.requestSingleInstanceLock(notice) || !isHeld(app)
    if (!isPatient) return false
    sleep(ASK_EVERY_MS)
  }
  return true
}

/** Chromium gives the same answer where it can make no lock: on a full or read-only disk, in another user's folder. */
function isHeld(app: Pick<App, 'getPath'>): boolean {
  if (process.platform === 'win32') return true
  const folder = app.getPath('userData')
  try {
    const holder = readlinkSync(join(folder, 'SingletonLock'))
    // After a power cut another program may have the number of the one that held it. Its socket was in /tmp.
    return existsSync(join(folder, 'SingletonSocket')) && !isOwnerGone(holder.split('-').at(-1) ?? '')
  } catch {
    return false
  }
}

/** Whether another start only waits for its turn, by the notice that it sent. */
export function isWaiting(notice: unknown): boolean {
  return startNoticeSchema.safeParse(notice).data?.isWaiting === true
}

function holdUp(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** A keyboard entry without its `Enter`: camera, or tile and camera, with or without a monitor before it. */
const entry = /^(?:\d{1,2}\/)?(?:(?:\d{1,3}\.)?|\*)\d{1,6}$/
const link = /^tessera:\/\/show\/(.+?)\/?$/i

/**
 * What a start of the program is asked to show: `tessera show 2/3.12` and `tessera://show/2/3.12` are the keyboard
 * entry `2/3.12`, `tessera show '*5'` recalls salvo 5. Undefined when it was merely started; whatever else a link says is ignored.
 */
export function entryOf(argv: readonly string[]): string | undefined {
  const shown = argv[argv.indexOf('show') + 1]
  const asked = argv.includes('show') ? shown : argv.map((word) => link.exec(word)?.[1]).find(Boolean)
  return asked !== undefined && entry.test(asked) ? asked : undefined
}

/** A program's arguments without what they ask to be shown: its next start is no stroke of a key any more. */
export function withoutEntry(args: readonly string[]): string[] {
  return args.filter((word, at) => {
    const isShown = args[at - 1] === 'show' && !word.startsWith('-')
    return word !== 'show' && !isShown && !/^tessera:/i.test(word)
  })
}

/** For another start of this program, as this one was started; the wall may have another layout by now. */
export function sameArguments(argv: readonly string[]): string[] {
  return withoutEntry(inOneWordEach(argv.slice(1))).filter((word) => !word.startsWith('--layout='))
}

/** `appImage`: it is mounted by its own start; what runs inside cannot be started again by itself. */
export function sameStart(
  argv: readonly string[],
  appImage: string | undefined,
): { args: string[]; execPath?: string } {
  const args = sameArguments(argv)
  return appImage === undefined ? { args } : { args, execPath: appImage }
}
