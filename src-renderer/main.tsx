import './disable-zod-jit.ts'
import { browserClock } from './clock.ts'
import { LiveWall } from './live/live-wall.ts'
import { pickShell } from './shell/pick-shell.ts'
import { createRoot } from './ui/create-root.ts'
import { openWall } from './ui/open-wall.tsx'

function start(): void {
  const root = document.getElementById('wall')
  if (root === null) throw new Error('index.html has no #wall')

  const shell = pickShell(window)
  void openWall({
    window,
    root: createRoot(root),
    marked: root,
    shell,
    clock: browserClock,
    makeLive: (session, isInUse) => {
      const lateAfterMs = () => session.getState().settings.lateAfterMs
      const live = new LiveWall({ shell, lateAfterMs, isInUse })
      // The browser has run out of what only a new page gets again; the engine picks a calm moment.
      live.onReloadWanted(() => window.location.reload())
      return live
    },
  })
}

// Not from the script itself: V8 reads all scripts of a stack again when the stack is taken for the first time, as errors
// and sockets do. From here on this script is not on it.
queueMicrotask(start)
