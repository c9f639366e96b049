import { join } from 'node:path'
import { Stop } from '../lib/stop.mjs'
import { LaunchedChild } from './child-process.mjs'

/** The children of one launch: whatever was started here is watched and stopped here. */
export class RunningParts {
  /** In the order in which they were started. @type {LaunchedChild[]} */
  #children = []
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
    const logFile = join(this.#logs, logName)
    const child = new LaunchedChild({ ...what, name, graceMs, cwd: this.#root, logFile })
    this.#children.push(child)
    return child
  }

  /**
   * Stops one that is not needed after all.
   * @param {LaunchedChild} child
   */
  async stop(child) {
    this.#children = this.#children.filter((other) => other !== child)
    await child.stop()
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
    const ends = this.#children
      .filter((child) => child !== except && !child.mayEnd)
      .map(async (child) => {
        const end = await child.ended
        throw new Stop(end?.sentence ?? `${child.name} ended.`, end?.exitCode ?? 1)
      })
    for (const end of ends) end.catch(() => undefined)
    return Promise.race([promise, ...ends])
  }

  /** In the reverse order: the site goes last, so that the wall does not first report it missing. */
  async stopAll() {
    for (const child of this.#children.toReversed()) await child.stop()
  }

  /** At once and without asking. */
  kill() {
    for (const child of this.#children) child.kill()
  }
}
