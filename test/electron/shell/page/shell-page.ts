import { pickShell } from '../../../../src-renderer/shell/pick-shell.ts'

/** A page with the shell that the product would pick, and nothing else. */
const pageShell = pickShell(window)

declare global {
  interface Window {
    pageShell: typeof pageShell
    /** Given by the test; `what` is the name of a push, or `relay`. */
    tellTest(what: string, payload: unknown): Promise<void>
    stops: Record<string, () => void>
  }
}
window.pageShell = pageShell
window.stops = {}
