import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result.ts'
import type { GapRule } from '../playback/archive/archive-gaps.ts'
import type { TurnServer, TurnServers } from '../media/livekit-config.ts'
import type { CommandLineContext } from './command-line.ts'

/** Gaps of the looped archive by camera number, instead of the demonstration's own. */
export type ChosenGaps = ReadonlyMap<number, readonly GapRule[]>

const secondMs = 1_000
const gapForm = /^(\d{1,3}):(\d{1,5})@(\d{1,5})\/(\d{1,5})$/

/** Reads `CAMERA:LENGTH@FROM/PERIOD`, all in seconds, as often as it was given. */
export function chosenGaps(flags: readonly string[]): Result<ChosenGaps, string> {
  const chosen = new Map<number, GapRule[]>()
  for (const flag of flags) {
    const [camera = 0, length = 0, from = 0, period = 0] = gapForm.exec(flag)?.slice(1).map(Number) ?? []
    if (length === 0 || from + length > period) {
      return fail(
        '--gap takes CAMERA:LENGTH@FROM/PERIOD in seconds, such as 10:20@240/600, within one period.',
      )
    }
    const rule: GapRule = {
      kind: 'every',
      periodMs: period * secondMs,
      atMs: from * secondMs,
      lengthMs: length * secondMs,
    }
    chosen.set(camera, [...(chosen.get(camera) ?? []), rule])
  }
  return ok(chosen)
}

/** RFC 7065, without percent-encoding: `turn:host:port?transport=udp` or `tcp`, `turns:host:port`. */
const turnForm = /^(turns?):([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/i
const usualPorts = { turn: 3_478, turns: 5_349 } as const
/** Every viewer of every camera asks each of them for a place. */
const mostServers = 4

/** Reads `--turn`, as often as it was given. The secret comes from the environment: others can read a command line. */
export function chosenTurn(
  flags: readonly string[],
  secret: string | undefined,
): Result<TurnServers | undefined, string> {
  if (flags.length === 0) return ok(undefined)
  if (flags.length > mostServers) return fail(`--turn takes at most ${mostServers} servers.`)
  const servers = flags.flatMap((flag) => readServer(flag) ?? [])
  if (servers.length < flags.length) {
    return fail(
      '--turn takes an address such as turn:turn.example.org:3478?transport=udp or turns:turn.example.org.',
    )
  }
  if (!secret) return fail('--turn needs the shared secret of the TURN server in TESSERA_TURN_SECRET.')
  return ok({ servers, secret })
}

function readServer(flag: string): TurnServer | undefined {
  const [, scheme, host, port, transport] = turnForm.exec(flag) ?? []
  if (scheme === undefined || host === undefined) return undefined
  const isEncrypted = scheme.toLowerCase() === 'turns'
  if (isEncrypted && transport?.toLowerCase() === 'udp') return undefined
  const portNumber = port === undefined ? usualPorts[isEncrypted ? 'turns' : 'turn'] : Number(port)
  if (portNumber < 1 || portNumber > 65_535) return undefined
  const protocol = isEncrypted ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp'
  return { host, port: portNumber, protocol }
}

/** The same folder that the launcher uses. */
export function dataFolder({ env, platform, home }: Omit<CommandLineContext, 'isEmbedded'>): string {
  if (env['TESSERA_DATA']) return env['TESSERA_DATA']
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'tessera')
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'tessera', 'data')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'tessera')
}
