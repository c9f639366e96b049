import { execFile, type ExecFileException } from 'node:child_process'
import { fail, ok, type Result } from '#contract/result.ts'
import { mediaDefaults } from './media-defaults.ts'
import { type MediaError, mediaError } from './media-errors.ts'

const { minVersion, versionTimeoutMs } = mediaDefaults.server
const wanted = `${minVersion.major}.${minVersion.minor}.${minVersion.patch} or a newer ${minVersion.major}.x`

/** Asks a LiveKit program for its version and tells whether it can be used. */
export function livekitVersion(binary: string): Promise<Result<string, MediaError>> {
  return new Promise((resolve) => {
    execFile(binary, ['--version'], { timeout: versionTimeoutMs }, (cause, output) => {
      resolve(cause === null ? checkVersion(binary, output) : missing(binary, cause))
    })
  })
}

export function checkVersion(binary: string, output: string): Result<string, MediaError> {
  const found = /version (\d+)\.(\d+)\.(\d+)/.exec(output)
  if (found === null) {
    return fail(mediaError('version_unfit', `${binary} is not a LiveKit server; ${wanted} is needed.`))
  }
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map(Number)
  const version = `${major}.${minor}.${patch}`
  const fits =
    major === minVersion.major &&
    (minor > minVersion.minor || (minor === minVersion.minor && patch >= minVersion.patch))
  if (fits) return ok(version)
  return fail(mediaError('version_unfit', `${binary} is LiveKit server ${version}; ${wanted} is needed.`))
}

function missing(binary: string, cause: ExecFileException): Result<never, MediaError> {
  const why = cause.code === 'ENOENT' ? 'it does not exist' : String(cause.code ?? cause.message)
  return fail(mediaError('binary_missing', `The LiveKit server ${binary} cannot be started: ${why}.`))
}
