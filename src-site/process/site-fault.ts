/** Why the site cannot run here: the environment's fault, told in a sentence. */
export interface SiteFault {
  readonly sentence: string
  readonly exitCode: number
}
