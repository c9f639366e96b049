import type { Member } from './listed-camera.ts'

/** The entries of a camera list as they were read, before any of them is checked. */
export interface RawCameraRows {
  readonly entries: readonly ({ readonly line: number } & RawCameraRow)[]
  /** Columns or members that mean nothing here. */
  readonly unknown: readonly string[]
}

/** `problem`: the entry cannot be read at all. */
export type RawCameraRow =
  | { readonly values: ReadonlyMap<Member, unknown>; readonly problem?: undefined }
  | { readonly problem: string }
