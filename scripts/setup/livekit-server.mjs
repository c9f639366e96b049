import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fetchPinned, refusalOf } from '../lib/pinned-release.mjs'
import { runCommand } from '../lib/run-command.mjs'
import { causeInOutput } from '../lib/stop.mjs'
import { fileInTarGz, unzip } from '../lib/unpack.mjs'
import { withWorkFolder } from '../lib/work-lock.mjs'
import { findOrMake, made, missing, there } from './part.mjs'

export const livekitVersion = '1.13.5'

const releases = `https://github.com/livekit/livekit/releases/download/v${livekitVersion}`
const goPackage = `github.com/livekit/livekit-server/cmd/server@v${livekitVersion}`
const goTimeoutMs = 15 * 60_000

/**
 * Releases and their SHA-256, as in the release's `checksums.txt`. A platform that is not listed (macOS has no
 * release archive) goes on to `go install`, which Go's checksum database protects.
 * @type {Record<string, { archive: string, sha256: string }>}
 */
const pinnedReleases = {
  'linux-x64': {
    archive: `livekit_${livekitVersion}_linux_amd64.tar.gz`,
    sha256: 'c020fac437b7cc9b776eef1ad5ea8af77be9acfa07602eca20a3a44930dfbc70',
  },
  'linux-arm64': {
    archive: `livekit_${livekitVersion}_linux_arm64.tar.gz`,
    sha256: '332015305518765fe05bad74fc3a9d9583e635e7dd130de3c4fc563d69c550f3',
  },
  'win32-x64': {
    archive: `livekit_${livekitVersion}_windows_amd64.zip`,
    sha256: '3ec7eaa76ef64063bf21f78364733703e0969612cb92ffd60661ed45fa4a8906',
  },
}

/**
 * The media server: the one that is named, one on PATH of the right version, the cached one, the release, or
 * compiled with Go.
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ releases?: string, pinned?: typeof pinnedReleases }} [source] for tests: another place with other checksums
 * @returns {Promise<import('./part.mjs').PartResult<string>>} the executable
 */
export async function livekitServer(context, source = {}) {
  const named = context.env['LIVEKIT_SERVER']
  if (named) {
    const version = await versionOf(named)
    if (version === undefined) {
      return missing(
        `LIVEKIT_SERVER names ${named}, which is no LiveKit server that runs`,
        'Correct the variable or remove it.',
      )
    }
    const remark = version === livekitVersion ? '' : `, tested is ${livekitVersion}`
    return there(`v${version} (LIVEKIT_SERVER${remark})`, named)
  }
  const onPath = findOnPath('livekit-server', context.env)
  const versionOnPath = onPath === undefined ? undefined : await versionOf(onPath)
  if (onPath !== undefined && versionOnPath === livekitVersion)
    return there(`v${livekitVersion} (on PATH)`, onPath)
  const passedOver = versionOnPath === undefined ? '' : ` (v${versionOnPath} on PATH is passed over)`

  const folder = join(context.paths.cache, 'livekit')
  const cached = join(folder, `v${livekitVersion}`, executableName('livekit-server'))
  const find = async () =>
    (await versionOf(cached)) === livekitVersion
      ? there(`v${livekitVersion} (cached)${passedOver}`, cached)
      : undefined
  return findOrMake(context, 'livekit', join(folder, 'setup.lock'), find, (lock) =>
    withWorkFolder(folder, async (work) => {
      mkdirSync(join(folder, `v${livekitVersion}`), { recursive: true })
      const refusal = await fromRelease(context, source, folder, work, cached)
      if (refusal === undefined)
        return made(`v${livekitVersion}, the release, checksum verified${passedOver}`, cached)
      const failure = await fromGo(context, lock, work, cached, refusal)
      if (failure === undefined)
        return made(`v${livekitVersion}, compiled with Go because ${refusal}`, cached)
      return missing(
        `LiveKit server ${livekitVersion} cannot be had: ${refusal}; ${failure}`,
        'npm run setup -- --only livekit tries again at once; else install Go from https://go.dev/dl and run this again, or set LIVEKIT_SERVER to the executable.',
      )
    }),
  )
}

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {{ releases?: string, pinned?: typeof pinnedReleases }} source
 * @param {string} folder
 * @param {string} work
 * @param {string} target
 * @returns {Promise<string | undefined>} why not, or undefined when it went well
 */
async function fromRelease(context, source, folder, work, target) {
  const machine = `${process.platform}-${process.arch}`
  const release = (source.pinned ?? pinnedReleases)[machine]
  if (release === undefined) return `there is no pinned release for ${machine}`
  const url = `${source.releases ?? releases}/${release.archive}`
  const pinned = { url, sha256: release.sha256, memory: join(folder, 'refusal.json') }
  const archive = join(work, release.archive)
  const refusal = refusalOf(context, pinned) ?? (await fetchPinned(context, pinned, archive))
  if (refusal !== undefined) return refusal
  const fresh = join(work, executableName('livekit-server'))
  if (release.archive.endsWith('.zip')) {
    unzip(archive, work)
  } else {
    const binary = fileInTarGz(readFileSync(archive), 'livekit-server')
    if (binary === undefined) return 'the release holds no livekit-server'
    writeFileSync(fresh, binary)
  }
  return putInPlace(fresh, target)
}

/** Debug information is an eighth of the compiler's work. A panic names its lines without it. */
const withoutDebugInformation = ['-gcflags=all=-dwarf=false', '-ldflags=-s -w']

/**
 * @param {import('./part.mjs').SetupContext} context
 * @param {import('../lib/work-lock.mjs').WorkLock} lock
 * @param {string} work
 * @param {string} target
 * @param {string} because
 * @returns {Promise<string | undefined>} why not, or undefined when it went well
 */
async function fromGo(context, lock, work, target, because) {
  const go = findOnPath('go', context.env)
  if (go === undefined) return 'Go, to compile it, is not installed'
  context.progress('livekit', `compiling v${livekitVersion} with Go, about 90 s (${because})`)
  const run = await runCommand(go, ['install', ...withoutDebugInformation, goPackage], {
    env: { ...context.env, GOBIN: work, GOFLAGS: '', CGO_ENABLED: '0' },
    cwd: work,
    timeoutMs: goTimeoutMs,
    signal: context.signal,
    onStart: lock.alsoHeldBy,
  })
  context.signal?.throwIfAborted()
  if (!run.ok)
    return `Go could not compile it (${causeInOutput(run.tail) ?? run.tail.trim().split('\n').at(-1)})`
  return putInPlace(join(work, executableName('server')), target)
}

/** Only what answers with the right version gets the final name. @param {string} fresh @param {string} target */
async function putInPlace(fresh, target) {
  chmodSync(fresh, 0o755)
  const version = await versionOf(fresh)
  if (version !== livekitVersion)
    return `what was fetched calls itself ${version ?? 'nothing'} and not ${livekitVersion}`
  renameSync(fresh, target)
  return undefined
}

/** @param {string} file @returns {Promise<string | undefined>} */
async function versionOf(file) {
  if (!existsSync(file)) return undefined
  const run = await runCommand(file, ['--version'], { timeoutMs: 15_000 })
  return /livekit-server version v?(\d+\.\d+\.\d+\S*)/.exec(run.stdout)?.[1]
}

/** @param {string} name @param {NodeJS.ProcessEnv} env @returns {string | undefined} */
function findOnPath(name, env) {
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, executableName(name)))
    .find((file) => existsSync(file))
}

/** @param {string} name */
function executableName(name) {
  return process.platform === 'win32' ? `${name}.exe` : name
}
