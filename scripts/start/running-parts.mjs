import { join } from 'node:path'
import { Stop } from '../lib/stop.mjs'
import { LaunchedChild } from './child-process.mjs'

/** The children of one launch: whatever was started here is watched and stopped here. */
export class RunningParts {
  /** In the order in which they were started. @type {{ child: LaunchedChild, graceMs: number, mayEnd: boolean }[]} */
  #parts = []
  #root
  #logs

  /** @param {{ root: string, logs: string }} folders */
  constructor({ root, logs }) {
    this.#root = root
    this.#logs = logs
  }

  /**
   * @param {string} name for sentences: "The local site"
   * @param {string} logName
   * @param {number} graceMs between being asked to end and being made to
   * @param {{ command: string, args: string[], env: NodeJS.ProcessEnv }} what
   */
  start(name, logName, graceMs, what) {
    const child = new LaunchedChild({ ...what, name, cwd: this.#root, logFile: join(this.#logs, logName) })
    this.#parts.push({ child, graceMs, mayEnd: false })
    return child
  }

  /**
   * One whose end does not end the others, because it is started again.
   * @param {LaunchedChild} child
   */
  tolerateEnd(child) {
    const part = this.#parts.find((candidate) => candidate.child === child)
    if (part !== undefined) part.mayEnd = true
  }

  /**
   * Stops one that is not needed after all.
   * @param {LaunchedChild} child
   */
  async stop(child) {
    const part = this.#parts.find((candidate) => candidate.child === child)
    this.#parts = this.#parts.filter((candidate) => candidate !== part)
    await child.stop(part?.graceMs ?? 0)
  }

  /**
   * Waits for a promise, unless a part ends first.
   * @template T
   * @param {Promise<T>} promise
   * @param {LaunchedChild} [except] whose end the promise itself tells
   * @returns {Promise<T>}
   * @throws {Stop} the sentence of the part that ended
   */
  unlessOneEnds(promise, except) {
    const ends = this.#parts
      .filter(({ child, mayEnd }) => child !== except && !mayEnd)
      .map(async ({ child }) => {
        const end = await child.ended
        throw new Stop(end?.sentence ?? `${child.name} ended.`, end?.exitCode ?? 1)
      })
    for (const end of ends) end.catch(() => undefined)
    return Promise.race([promise, ...ends])
  }

  /** In the reverse order: the site goes last, so that the wall does not first report it missing. */
  async stopAll() {
    for (const { child, graceMs } of this.#parts.toReversed()) await child.stop(graceMs)
  }

  /** At once and without asking. */
  kill() {
    for (const { child } of this.#parts) child.kill()
  }
}
