/**
 * Waits until the wall reports as many live tiles as it wants and as are asked for.
 * @param {import('./child-process.mjs').LaunchedChild} shell
 * @param {number} tiles
 * @param {number} timeoutMs
 * @returns {Promise<{ ok: true } | { ok: false, sentence: string }>}
 */
export function waitUntilLive(shell, tiles, timeoutMs) {
  return new Promise((resolve) => {
    /** @type {import('./child-process.mjs').Message | undefined} */
    let last
    const timer = setTimeout(
      () => resolve({ ok: false, sentence: sentenceAbout(last, tiles, timeoutMs) }),
      timeoutMs,
    )
    shell.onMessage((message) => {
      if (message.type !== 'tiles') return
      last = message
      if (message['wanted'] !== tiles || message['live'] !== tiles) return
      clearTimeout(timer)
      resolve({ ok: true })
    })
  })
}

/**
 * What is missing, from the wall's last report.
 * @param {import('./child-process.mjs').Message | undefined} last
 * @param {number} tiles
 * @param {number} timeoutMs
 */
export function sentenceAbout(last, tiles, timeoutMs) {
  const waited = `after ${Math.round(timeoutMs / 1000)} s`
  if (last === undefined) return `The wall’s page did not report any tile ${waited}.`
  if (last['wanted'] !== tiles)
    return `The wall shows ${last['wanted']} cameras instead of ${tiles} ${waited}.`
  const others = Object.entries(last['states'] ?? {})
    .filter(([state, count]) => state !== 'LIVE' && Number(count) > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')
  return `Only ${last['live']} of ${tiles} tiles are live ${waited}${others === '' ? '' : ` (${others})`}.`
}
