/**
 * Options of the project's commands. What stands before `--` npm takes for its own settings: the command would run
 * without it. Not those that npm has, too (`--force`, `--tag`): a `.npmrc` may have set them.
 */
export const optionNames = `
  platform live-view-url cameras no-demo-events layout screens headless check data evidence footage bind
  trust-proxy port media-port turn playback-url playback-sessions requests-per-second record record-days
  record-gigabytes gap dictionaries bare bare-status reset org expires map camera offset zone decimal
  id-field delimiter encoding format refused follow from-start no-wait key-from quick sixteen write results
  kills seed for hours plot concurrency frames windows electron out profile app per-user
`
  .trim()
  .split(/\s+/)

/**
 * A sentence where npm has taken one of them.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function takenByNpm(env) {
  const script = env['npm_lifecycle_event']
  if (script === undefined) return undefined
  const taken = optionNames.find((name) => {
    const value = env[`npm_config_${name.replace(/^no-/, '').replaceAll('-', '_')}`]
    // npm_config_platform=linux is for packages that fetch a binary.
    return value !== undefined && !(name === 'platform' && /^[a-z]+\d*$/.test(value) && value !== 'true')
  })
  if (taken === undefined) return undefined
  const command = script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`
  return `npm has taken --${taken} for itself. Options stand behind two hyphens: ${command} -- --${taken}`
}
