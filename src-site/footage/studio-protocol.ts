import type { CameraPlan } from './catalogue.ts'

/** What the page asks for at `POST next`: draw and encode a camera, or (for a look) only some pictures of it. */
export interface StudioJob {
  readonly camera: CameraPlan
  /** Frame indices to be sent as PNG; `undefined` means the clip itself. */
  readonly stills?: readonly number[]
}
