import { fail, ok, type Result } from '#contract/result.ts'
import type { TurnServer, TurnServers } from '../media/livekit-config.ts'

/** RFC 7065, without percent-encoding: `turn:host:port?transport=udp` or `tcp`, `turns:host:port`. */
const written = /^(turns?):([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::(\d{1,5}))?(?:\?transport=(udp|tcp))?$/i
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
  const [, scheme, host, port, transport] = written.exec(flag) ?? []
  if (scheme === undefined || host === undefined) return undefined
  const isEncrypted = scheme.toLowerCase() === 'turns'
  if (isEncrypted && transport?.toLowerCase() === 'udp') return undefined
  const portNumber = port === undefined ? usualPorts[isEncrypted ? 'turns' : 'turn'] : Number(port)
  if (portNumber < 1 || portNumber > 65_535) return undefined
  const protocol = isEncrypted ? 'tls' : transport?.toLowerCase() === 'tcp' ? 'tcp' : 'udp'
  return { host, port: portNumber, protocol }
}
