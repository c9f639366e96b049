import type { SessionStore } from '../wall/session-store.ts'

/** Keeps the session's view of full screen true, and carries out the wish for it. */
export function driveFullScreen(page: Document, session: SessionStore) {
  function onChange(): void {
    const isFullScreen = page.fullscreenElement !== null
    session.actions.setFullScreen(isFullScreen)
    // Otherwise the browser takes Escape for itself: it would leave full screen, not what is open.
    if (isFullScreen)
      void keyboardOf(page)
        ?.lock(['Escape'])
        .catch(() => undefined)
    else keyboardOf(page)?.unlock()
  }
  /** A refusal of the browser (no user gesture) leaves everything as it was. */
  function set(isWanted: boolean): void {
    if (isWanted === (page.fullscreenElement !== null)) return session.actions.setFullScreen(isWanted)
    const change = isWanted ? page.documentElement.requestFullscreen() : page.exitFullscreen()
    change.catch(() => undefined)
  }
  page.addEventListener('fullscreenchange', onChange)
  return {
    set,
    /** Reads the page, not the session, which hears of a change a frame later: the next key may come sooner. */
    toggle: () => set(page.fullscreenElement === null),
    dispose: () => page.removeEventListener('fullscreenchange', onChange),
  }
}

interface KeyboardLock {
  lock(codes: readonly string[]): Promise<void>
  unlock(): void
}

/** Chromium only; not in the DOM library. https://developer.mozilla.org/docs/Web/API/Keyboard/lock */
function keyboardOf(page: Document): KeyboardLock | undefined {
  const navigator = page.defaultView?.navigator
  return navigator && hasKeyboard(navigator) ? navigator.keyboard : undefined
}

function hasKeyboard(navigator: Navigator): navigator is Navigator & { keyboard: KeyboardLock } {
  return 'keyboard' in navigator
}
