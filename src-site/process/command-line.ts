import { isIPv4 } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { MAX_PLAYBACK_SESSIONS, RATE_LIMIT, RETENTION_IN_DAYS } from '#contract/platform/limits.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { demoSite, siteDefaults } from '../defaults.ts'
import { demoFootageDir } from '../footage/manifest.ts'
import type { TurnServers } from '../media/livekit-config.ts'
import { adminCommands, adminHelp, type AdminOptions } from './admin.ts'
import { type ChosenGaps, chosenGaps, chosenTurn, dataFolder } from './flags.ts'

export interface SiteOptions {
  readonly dataDir: string
  readonly footageDir: string
  /** An address of this machine, IPv4 or IPv6, or 0.0.0.0 for all of IPv4. */
  readonly bindAddress: string
  /** IPv4 address of the proxy that tells where requests come from. */
  readonly trustedProxy: string | undefined
  /** 0: a free one. */
  readonly port: number
  /** The media server's signalling; 0: a free one. */
  readonly mediaPort: number
  /** What tickets name as `{live_view_url}` where clients reach the media server under another address. */
  readonly liveViewUrl: string | undefined
  /** TURN servers that the media server names to clients. */
  readonly turn: TurnServers | undefined
  /** What manifests' addresses begin with where clients reach the site through a proxy. */
  readonly playbackUrl: string | undefined
  /** Playback sessions of one organization at once. */
  readonly playbackSessions: number
  /** Of each key. */
  readonly requestsPerSecond: number
  readonly record: RecordOptions | undefined
  readonly gaps: ChosenGaps
  readonly cameras: number
  /** A till, a dock scale, doors and zones: a month of history, then live. */
  readonly demoEvents: boolean
  /** Entrances, zones and schedules instead of the demonstration's. */
  readonly dictionariesFile: string | undefined
  /** A platform without any extension: the status of its answer to them. */
  readonly bareStatus: number | undefined
  readonly reset: boolean
  /** The LiveKit server's program, a path or a name on the PATH. */
  readonly livekitServer: string
  readonly logLevel: string | undefined
}

/** `npm run site -- jwt`: prints a token and ends. */
export interface TokenOptions {
  readonly dataDir: string
  readonly orgId: string
  readonly lifeMs: number
}

export type SiteCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly options: SiteOptions }
  | { readonly kind: 'jwt'; readonly options: TokenOptions }
  | { readonly kind: 'admin'; readonly options: AdminOptions }

export interface RecordOptions {
  /** Undefined: as long as footage is kept at all. */
  readonly days: number | undefined
  /** Undefined: the room that an earlier start was given. */
  readonly gigabytes: number | undefined
}

export interface CommandLineContext {
  readonly env: NodeJS.ProcessEnv
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Started by another program of ours, which is told the port. */
  readonly isEmbedded: boolean
}

const { port: ownPort, bindAddress: loopback } = siteDefaults.api
const { port: ownMediaPort } = siteDefaults.liveView
const { count, maxCount } = siteDefaults.cameras
const { recordGigabytes } = siteDefaults.playback
const { maxRetentionDays, tokenLifeSeconds } = siteDefaults.accounts

export const helpText = `npm run site -- [flags]

Runs the local site alone: the whole platform interface on this machine, with live demo cameras.

  --data DIR      where accounts, keys and the log are kept
                  (default: $TESSERA_DATA/site, else the system's folder for application data).
                  The site of npm start -- --data DIR is in DIR/site.
  --footage DIR   demo clips (default: those of the repository). Without clips the interface runs,
                  but no camera has a picture.
  --cameras N     how many demo cameras, 1 to ${maxCount} (default: ${count})
  --bind ADDRESS  address to listen on, IPv4 or IPv6 (default: ${loopback}, this machine only).
                  0.0.0.0 lets the whole network in: requests and keys then travel unencrypted.
  --trust-proxy ADDRESS
                  IPv4 address from which a TLS proxy passes requests on. Its X-Forwarded-For then says whose they
                  are: without it all clients behind the proxy share one allowance and one delay of sign-ins.
  --port N        port of the interface (default: ${ownPort}; 0 picks a free one)
  --media-port N  port of the media server: by TCP its signalling, by UDP the pictures; with --bind a firewall has
                  to let both in (default: ${ownMediaPort}; 0 picks free ones)
  --live-view-url URL
                  address that tickets name, where clients reach the media server through a proxy
  --turn URL      TURN server (coturn, say) that clients behind a strict firewall reach the media server through, such
                  as turn:turn.example.org:3478?transport=tcp. As often as wanted. Its shared secret (coturn's
                  static-auth-secret) is read from TESSERA_TURN_SECRET. Without this flag there is none.
  --playback-url URL
                  address that manifests name, where clients reach the site through a proxy
  --playback-sessions N
                  playback sessions of an organization at once, 1 to 100 (default: ${MAX_PLAYBACK_SESSIONS})
  --requests-per-second N
                  of each key, 1 to 99999 (default: ${RATE_LIMIT.requestsPerSecond})
  --record        keeps what the cameras publish, in the data folder. Playback shows it where there is any,
                  and the clips, repeated over the last ${RETENTION_IN_DAYS} days, everywhere else.
  --record-days N days that recordings are kept, where that is less than the organization's retention
                  (${RETENTION_IN_DAYS} days unless set by admin)
  --record-gigabytes N
                  room for recordings, 1 to 10000; the oldest go first. It is remembered (default: what was given
                  last, else ${recordGigabytes}, eight hours of sixteen demo cameras, or what is recorded already)
  --gap CAMERA:LENGTH@FROM/PERIOD
                  when the clips of a camera were not recorded, instead of the demonstration's own gaps:
                  10:20@240/600 is 20 s from second 240 of every 600. As often as wanted.
  --no-demo-events
                  no till, dock scale and doors, and nobody is counted: no month of events and no weeks of
                  people at the first start, and none live
  --dictionaries FILE
                  entrances, zones and schedules of your own, as JSON, instead of the demonstration's, whose people
                  then stay away: counts come by POST /v1/occupancy/events
  --bare          a platform with nothing but what section 4 of the interface describes: no list of cameras, no
                  search, short answers in other spellings. To try a client on.
  --bare-status N the same, and how it says that there is no such call: 403, 404 (default), 405 or 501
  --reset         begins anew: first removes all accounts, keys, shared salvos, events, counts of people and
                  recordings of the data folder. A password that is lost needs admin reset-password alone.
  --help          prints this

npm run site -- jwt [flags]

Prints a JSON web token for the occupancy report and the dictionaries, beside a site that runs or before it does.

  --org ORG       organization that it acts for (default: ${demoSite.orgId})
  --expires N     seconds that it is good (default: ${tokenLifeSeconds}, a day)
  --data DIR      the site's data folder, as above

${adminHelp}
At the first start, and after --reset, it prints the account that API keys are made with. Once.
LIVEKIT_SERVER names the LiveKit server's program (default: livekit-server on the PATH).
TESSERA_LOG sets what is logged: error, warn, info (default), debug (a line for each request) or trace.
`

function numberFlag(name: string, least: number, most: number) {
  const wrong = `--${name} takes a number from ${least} to ${most}.`
  return z
    .string()
    .regex(/^\d{1,5}$/, wrong)
    .transform(Number)
    .refine((value) => value >= least && value <= most, wrong)
}

/** Flags whose values have a form. The sentence is what a person reads of a wrong one. */
const flagsSchema = z.object({
  port: numberFlag('port', 0, 65_535).optional(),
  'media-port': numberFlag('media-port', 0, 65_535).optional(),
  'live-view-url': z
    .url({ protocol: /^wss?$/, error: '--live-view-url takes an address such as wss://live.example.org.' })
    .optional(),
  'playback-url': z
    .url({
      protocol: /^https?$/,
      error: '--playback-url takes an address such as https://video.example.org.',
    })
    .optional(),
  'playback-sessions': numberFlag('playback-sessions', 1, 100).default(MAX_PLAYBACK_SESSIONS),
  'requests-per-second': numberFlag('requests-per-second', 1, 99_999).default(RATE_LIMIT.requestsPerSecond),
  'record-days': numberFlag('record-days', 1, maxRetentionDays).optional(),
  'record-gigabytes': numberFlag('record-gigabytes', 1, 10_000).optional(),
  cameras: numberFlag('cameras', 1, maxCount).default(count),
  'bare-status': z
    .enum(['403', '404', '405', '501'], '--bare-status takes 403, 404, 405 or 501.')
    .transform(Number)
    .optional(),
})

/** What the command line asks for; a sentence when it cannot be understood. */
export function parseCommandLine(
  argv: readonly string[],
  context: CommandLineContext,
): Result<SiteCommand, string> {
  let read: ReturnType<typeof readFlags>
  try {
    read = readFlags(argv)
  } catch (error) {
    // Node's own sentence names the flag; what follows its first sentence is about other programs.
    return fail(`${error instanceof Error ? error.message.split('. ')[0] : 'Unknown flag'}. See --help.`)
  }
  const { values, positionals } = read
  if (values.help) return ok({ kind: 'help' })
  // npm runs it in the checkout, and says where it was called.
  const named = (path: string) => resolve(context.env['INIT_CWD'] ?? '', path)
  const dataDir = named(values.data ?? join(dataFolder(context), 'site'))
  const [command, ...others] = positionals
  if (command === 'admin') return adminCommand(dataDir, others, values)
  if (others.length > 0 || (command !== undefined && command !== 'jwt')) {
    return fail(`${others[0] ?? command} means nothing here. See --help.`)
  }
  if (command === 'jwt') return tokenCommand(dataDir, values.org, values.expires)
  const ofOthers = (['org', 'expires', 'name'] as const).find((name) => values[name] !== undefined)
  if (ofOthers) return fail(`--${ofOthers} is for npm run site -- jwt or admin. See --help.`)
  const bindAddress = values.bind === 'localhost' ? loopback : (values.bind ?? loopback)
  if (!isIPv4(bindAddress) && !isOneIPv6(bindAddress))
    return fail('--bind takes an address of this machine, such as 127.0.0.1 or fd00::7, or 0.0.0.0.')
  const trustedProxy = values['trust-proxy'] === 'localhost' ? loopback : values['trust-proxy']
  if (trustedProxy !== undefined && !isIPv4(trustedProxy))
    return fail('--trust-proxy takes the IPv4 address of a proxy, such as 127.0.0.1.')
  const { data: flags, error } = flagsSchema.safeParse(values)
  if (!flags) return fail(error?.issues[0]?.message ?? '')
  const turn = chosenTurn(values.turn ?? [], context.env['TESSERA_TURN_SECRET'])
  if (!turn.ok) return turn
  const gaps = chosenGaps(values.gap ?? [])
  if (!gaps.ok) return gaps
  const options: SiteOptions = {
    dataDir,
    footageDir: named(values.footage ?? demoFootageDir),
    bindAddress,
    trustedProxy,
    port: flags.port ?? (context.isEmbedded ? 0 : ownPort),
    mediaPort: flags['media-port'] ?? (context.isEmbedded ? 0 : ownMediaPort),
    liveViewUrl: flags['live-view-url'],
    turn: turn.value,
    playbackUrl: flags['playback-url'],
    playbackSessions: flags['playback-sessions'],
    requestsPerSecond: flags['requests-per-second'],
    record: values.record ? { days: flags['record-days'], gigabytes: flags['record-gigabytes'] } : undefined,
    gaps: gaps.value,
    cameras: flags.cameras,
    demoEvents: !(values['no-demo-events'] ?? false),
    dictionariesFile: values.dictionaries === undefined ? undefined : named(values.dictionaries),
    bareStatus: flags['bare-status'] ?? (values.bare ? 404 : undefined),
    reset: values.reset ?? false,
    livekitServer: context.env['LIVEKIT_SERVER'] || 'livekit-server',
    logLevel: context.env['TESSERA_LOG'],
  }
  return ok({ kind: 'run', options })
}

/** `::` would let two families in, of which the media server would name one; a zone is in no address that others can use. */
function isOneIPv6(address: string): boolean {
  const host = URL.parse(`http://[${address}]`)?.hostname
  return host !== undefined && host !== '[::]'
}

function tokenCommand(
  dataDir: string,
  orgId: string = demoSite.orgId,
  expires: string = String(tokenLifeSeconds),
): Result<SiteCommand, string> {
  if (orgId === '' || orgId.length > 100) return fail('--org takes the id of an organization.')
  if (!/^[1-9]\d{0,8}$/.test(expires)) return fail('--expires takes a number of seconds.')
  return ok({ kind: 'jwt', options: { dataDir, orgId, lifeMs: Number(expires) * 1_000 } })
}

function adminCommand(
  dataDir: string,
  [word, subject, ...others]: readonly string[],
  {
    org: orgId = demoSite.orgId,
    name,
  }: { readonly org?: string | undefined; readonly name?: string | undefined },
): Result<SiteCommand, string> {
  const command = adminCommands.find((known) => known === word)
  if (command === undefined) return fail(`admin takes one of ${adminCommands.join(', ')}. See --help.`)
  const isComplete = (command === 'list') === (subject === undefined) && others.length === 0
  if (!isComplete)
    return fail(`admin ${command} takes ${command === 'list' ? 'nothing' : 'one word'} after it. See --help.`)
  if (command === 'add-organization' && !/^[\w.-]{1,100}$/.test(subject ?? ''))
    return fail('An organization’s id has 1 to 100 letters, digits, points, hyphens or underscores.')
  if (command === 'add-account' && !/^\S+@\S+$/.test(subject ?? ''))
    return fail('add-account takes an e-mail address.')
  return ok({ kind: 'admin', options: { dataDir, command, subject: subject ?? '', orgId, name } })
}

function readFlags(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      footage: { type: 'string' },
      bind: { type: 'string' },
      'trust-proxy': { type: 'string' },
      port: { type: 'string' },
      'media-port': { type: 'string' },
      'live-view-url': { type: 'string' },
      turn: { type: 'string', multiple: true },
      'playback-url': { type: 'string' },
      'playback-sessions': { type: 'string' },
      'requests-per-second': { type: 'string' },
      record: { type: 'boolean' },
      'record-days': { type: 'string' },
      'record-gigabytes': { type: 'string' },
      gap: { type: 'string', multiple: true },
      cameras: { type: 'string' },
      'no-demo-events': { type: 'boolean' },
      dictionaries: { type: 'string' },
      bare: { type: 'boolean' },
      'bare-status': { type: 'string' },
      reset: { type: 'boolean' },
      org: { type: 'string' },
      expires: { type: 'string' },
      name: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
}
