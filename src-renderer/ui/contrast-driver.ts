import type { SessionStore } from '../wall/session-store.ts'

/** Says on the document whether its style is that of high contrast: asked for by the settings or by the system. */
export function driveContrast(window: Window, session: SessionStore): () => void {
  const system = window.matchMedia('(prefers-contrast: more)')
  function show(): void {
    const isMore = system.matches || session.getState().settings.contrast === 'more'
    if (isMore) window.document.documentElement.dataset['contrast'] = 'more'
    else delete window.document.documentElement.dataset['contrast']
  }
  show()
  const stop = session.subscribe(show)
  system.addEventListener('change', show)
  return () => {
    stop()
    system.removeEventListener('change', show)
  }
}
