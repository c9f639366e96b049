import type { SessionStore } from '../wall/session-store.ts'

/** Keeps the session's view of full screen true, and carries out the wish for it. */
export class FullScreenDriver {
  readonly #page: Document
  readonly #session: SessionStore
  readonly #onChange: () => void

  constructor(page: Document, session: SessionStore) {
    this.#page = page
    this.#session = session
    this.#onChange = () => {
      const isFullScreen = page.fullscreenElement !== null
      session.actions.setFullScreen(isFullScreen)
      // Otherwise the browser takes Escape for itself: it would leave full screen, not what is open.
      if (isFullScreen)
        void keyboardOf(page)
          ?.lock(['Escape'])
          .catch(() => undefined)
      else keyboardOf(page)?.unlock()
    }
    page.addEventListener('fullscreenchange', this.#onChange)
  }

  /** A refusal of the browser (no user gesture) leaves everything as it was. */
  set(isWanted: boolean): void {
    if (isWanted === (this.#page.fullscreenElement !== null)) {
      this.#session.actions.setFullScreen(isWanted)
      return
    }
    const change = isWanted ? this.#page.documentElement.requestFullscreen() : this.#page.exitFullscreen()
    change.catch(() => undefined)
  }

  /** Reads the page, not the session, which hears of a change a frame later: the next key may come sooner. */
  toggle(): void {
    this.set(this.#page.fullscreenElement === null)
  }

  dispose(): void {
    this.#page.removeEventListener('fullscreenchange', this.#onChange)
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
