import type { Member } from './listed-camera.ts'

/** What a text says of cameras, entry by entry, before anything of it is believed. */
export interface SaidCameras {
  readonly entries: readonly ({ readonly line: number } & Said)[]
  /** Columns or members that mean nothing here. */
  readonly unknown: readonly string[]
}

/** `problem`: the entry cannot be read at all. */
export type Said =
  | { readonly said: ReadonlyMap<Member, unknown>; readonly problem?: undefined }
  | { readonly problem: string }
