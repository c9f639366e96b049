import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '#contract/result.ts'
import { chordTextSchema } from '#contract/wall/kiosk-lock.ts'
import { type LayoutName, layoutNames } from '#contract/wall/layout.ts'
import { type ScreensMode, screensModeSchema } from '#contract/wall/monitors.ts'
import { messageOf } from '#contract/thrown.ts'

/** What a shell can be told when it is started. Never a secret: arguments are readable by everybody on a machine. */
export interface CommandLine {
  readonly dataDir?: string
  readonly rendererDir?: string
  /** Where pictures and exports go. */
  readonly evidenceDir?: string
  /** Base address of a real platform. */
  readonly platform?: string
  readonly liveViewUrl?: string
  readonly layout?: LayoutName
  readonly screens?: ScreensMode
  /** A kiosk that nobody at it can end or inspect. */
  readonly isLocked?: boolean
  /** What opens the settings of a locked kiosk. */
  readonly unlockChord?: string
  readonly port?: number
  /** Names of switches that are not ours: Chromium's, and what somebody has misspelt. */
  readonly otherSwitches?: readonly string[]
  readonly help: boolean
}

const options = {
  data: { type: 'string' },
  renderer: { type: 'string' },
  evidence: { type: 'string' },
  platform: { type: 'string' },
  'live-view-url': { type: 'string' },
  layout: { type: 'string' },
  screens: { type: 'string' },
  kiosk: { type: 'boolean' },
  locked: { type: 'boolean' },
  'unlock-chord': { type: 'string' },
  port: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const commandLineHelp = `
  --data DIR            where settings, keys and logs are kept
  --evidence DIR        where saved pictures and exports go (default: Tessera in the documents folder)
  --platform URL        base address of the platform, e.g. https://platform.example
  --live-view-url URL   address of its media server, where that is another host
  --layout N            tiles at start: ${layoutNames.join(', ')}
  --screens MODE        installed application only; window: one window (default), walls: also a
                        full-screen wall on every other display, kiosk: a wall on every display
  --kiosk               the same as --screens kiosk
  --locked              with --kiosk: no key or menu leaves the wall, settings stay closed, and no
                        debugger gets in
  --unlock-chord KEYS   with --locked: keys that open the settings for ten minutes, e.g. Ctrl+Shift+F12
                        (on Linux and macOS /etc/tessera/kiosk.json wins over it)
  --port N              port to listen on (browser shell only; default: any free one)
  --renderer DIR        the built page (default: out/renderer); an installed application ignores it
  --help                this text
`

/** `tolerant` lets other switches pass: Chromium's stand among ours in Electron. Failures are sentences. */
export function parseCommandLine(
  args: readonly string[],
  { tolerant }: { readonly tolerant: boolean },
): Result<CommandLine, string> {
  let values: ReturnType<typeof read>
  try {
    values = read(args, tolerant)
  } catch (error) {
    // The first sentence of what parseArgs says names the option; the rest is for programmers.
    const message = messageOf(error)
    return fail(`${message.split(/\. |\n/, 1)[0]}. Use --help for a list.`)
  }
  const { data, renderer, evidence, platform, 'live-view-url': liveViewUrl } = values
  if (platform !== undefined && !isUrl(platform, /^https?:$/)) {
    return fail('--platform wants an address that begins with http:// or https://.')
  }
  if (liveViewUrl !== undefined && !isUrl(liveViewUrl, /^(wss?|https?):$/)) {
    return fail('--live-view-url wants an address that begins with wss://, ws://, https:// or http://.')
  }
  const layout = layoutNames.find((size) => String(size) === values.layout)
  if (values.layout !== undefined && layout === undefined) {
    return fail(`--layout wants one of ${layoutNames.join(', ')}.`)
  }
  const screens = screensModeSchema.safeParse(values.kiosk === true ? 'kiosk' : values.screens).data
  if (values.screens !== undefined && screens === undefined) {
    return fail(`--screens wants one of ${screensModeSchema.options.join(', ')}.`)
  }
  if (values.locked === true && screens !== 'kiosk') return fail('--locked wants --kiosk beside it.')
  const { 'unlock-chord': unlockChord } = values
  if (unlockChord !== undefined && values.locked !== true)
    return fail('--unlock-chord wants --locked beside it.')
  if (unlockChord !== undefined && !chordTextSchema.safeParse(unlockChord).success) {
    return fail('--unlock-chord wants keys with Ctrl, Alt or Meta, e.g. Ctrl+Shift+F12.')
  }
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    return fail('--port wants a number from 0 to 65535.')
  }
  const others = tolerant ? args.filter((arg) => arg.startsWith('--') && !isOurs(arg)) : []
  const otherSwitches = others.map((arg) => arg.replace(/=.*/s, ''))
  return ok({
    ...(data === undefined ? {} : { dataDir: resolve(data) }),
    ...(renderer === undefined ? {} : { rendererDir: resolve(renderer) }),
    ...(evidence === undefined ? {} : { evidenceDir: resolve(evidence) }),
    ...(platform === undefined ? {} : { platform }),
    ...(liveViewUrl === undefined ? {} : { liveViewUrl }),
    ...(layout === undefined ? {} : { layout }),
    ...(screens === undefined ? {} : { screens }),
    ...(values.locked === true ? { isLocked: true } : {}),
    ...(unlockChord === undefined ? {} : { unlockChord }),
    ...(port === undefined ? {} : { port }),
    ...(otherSwitches.length === 0 ? {} : { otherSwitches }),
    help: values.help === true,
  })
}

/** How a start was understood, for whoever looks for a fault: no folder, no key, and of an address only where it is. */
export function understoodOf(commandLine: Omit<CommandLine, 'help'>) {
  const { screens, isLocked, unlockChord, layout, platform, liveViewUrl, evidenceDir, otherSwitches } =
    commandLine
  return {
    screens,
    isLocked: isLocked === true,
    hasUnlockChord: unlockChord !== undefined,
    layout,
    platform: originOf(platform),
    liveView: originOf(liveViewUrl),
    hasEvidenceFolder: evidenceDir !== undefined,
    otherSwitches: otherSwitches?.join(' '),
  }
}

/**
 * The same arguments with each of our options in one word (`--data=DIR`). A program that Chromium starts gets all
 * switches before all other words: a value that stands alone would lose its option.
 */
export function inOneWordEach(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => {
    if (isOurs(args[at - 1], true)) return []
    return isOurs(arg, true) && args[at + 1] !== undefined ? [`${arg}=${args[at + 1]}`] : [arg]
  })
}

/** The AppImage that this program runs from: one that has only started it leaves its names in the environment. */
export function ownAppImage(
  { APPIMAGE: appImage, APPDIR: mount }: Readonly<Record<string, string | undefined>>,
  execPath: string,
): string | undefined {
  // By its last folder, which no other program has: the way there may lead over a link.
  const isMounted = !mount || execPath.includes(`/${basename(mount)}/`)
  return appImage && isMounted ? appImage : undefined
}

function read(args: readonly string[], tolerant: boolean) {
  const known = tolerant ? args.filter((arg, index) => isOurs(arg) || isOurs(args[index - 1], true)) : args
  return parseArgs({ args: [...known], options, strict: true, allowPositionals: false }).values
}

/** An option of ours; with `wantsValue` only one whose value is the next argument. */
function isOurs(arg: string | undefined, wantsValue = false): boolean {
  const option = Object.entries(options).find(
    ([name]) => arg === `--${name}` || arg?.startsWith(`--${name}=`),
  )
  if (option === undefined || arg === undefined) return false
  return !wantsValue || (option[1].type === 'string' && !arg.includes('='))
}

function isUrl(text: string, protocol: RegExp): boolean {
  const url = URL.parse(text)
  return url !== null && protocol.test(url.protocol)
}

/** What else an address holds may be a secret. */
export function originOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : URL.parse(address)?.origin
}
