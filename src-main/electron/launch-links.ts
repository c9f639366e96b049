import type { App } from 'electron'
import type { WallMain } from '../core/wall-main.ts'
import { entryOf, isWaiting } from './single-instance.ts'

/** `app`, as far as it is used here. */
interface AppEvents {
  on(event: 'open-url', listener: LinkListener): unknown
  on(event: 'second-instance', listener: StartListener): unknown
  off(event: 'open-url', listener: LinkListener): unknown
  off(event: 'second-instance', listener: StartListener): unknown
}
type LinkListener = (event: { preventDefault(): void }, url: string) => void
type StartListener = (event: unknown, argv: string[], folder: string, notice: unknown) => void

export interface LaunchLinksOptions {
  readonly app: AppEvents
  readonly wall: Pick<WallMain, 'show' | 'onReport'>
  /** Of this start. */
  readonly argv: readonly string[]
  /** A link that macOS opened before the wall was there. */
  readonly link: string | undefined
  readonly bringToFront: () => void
}

/** Does what this start, further ones and links ask to be shown. Returns the function that stops. */
export function followLaunchLinks({ app, wall, argv, link, bringToFront }: LaunchLinksOptions): () => void {
  function show(words: readonly string[]): void {
    const entry = entryOf(words)
    if (entry !== undefined) wall.show(entry)
  }
  function obey(words: readonly string[]): void {
    bringToFront()
    show(words)
  }
  function onSecond(_event: unknown, words: string[], _folder: string, notice: unknown): void {
    // It asks every few seconds and would take the focus from the operator each time.
    if (!isWaiting(notice)) obey(words)
  }
  function onLink(event: { preventDefault(): void }, url: string): void {
    event.preventDefault()
    obey([url])
  }
  let isUp = false
  const stopReports = wall.onReport(({ tiles }) => {
    // With the first camera on the wall its numbers are known.
    if (isUp || !tiles.some(({ cameraId }) => cameraId !== undefined)) return
    isUp = true
    show(link === undefined ? argv : [link])
  })
  app.on('second-instance', onSecond)
  app.on('open-url', onLink)
  return () => {
    stopReports()
    app.off('second-instance', onSecond)
    app.off('open-url', onLink)
  }
}

/** The packages for Linux and macOS register `tessera:`; the installer for Windows does not. */
export function claimLinks(
  app: Pick<App, 'isPackaged' | 'setAsDefaultProtocolClient'>,
  platform: NodeJS.Platform,
): void {
  if (platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('tessera')
}

/** macOS may open a link before the wall exists. Returns the function that hands that link over and stops listening. */
export function keepFirstLink(app: AppEvents): () => string | undefined {
  let link: string | undefined
  function onLink(event: { preventDefault(): void }, url: string): void {
    event.preventDefault()
    link = url
  }
  app.on('open-url', onLink)
  return () => {
    app.off('open-url', onLink)
    return link
  }
}
