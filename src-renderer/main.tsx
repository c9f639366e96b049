import './disable-zod-jit.ts'
import { createRoot } from 'react-dom/client'
import { browserClock } from './clock.ts'
import { LiveWall } from './live/live-wall.ts'
import { pickShell } from './shell/pick-shell.ts'
import { openWall } from './ui/open-wall.tsx'

const root = document.getElementById('wall')
if (root === null) throw new Error('index.html has no #wall')

const shell = pickShell(window)
void openWall({
  window,
  root: createRoot(root),
  marked: root,
  shell,
  clock: browserClock,
  makeLive: (session) => {
    const live = new LiveWall({ shell, lateAfterMs: () => session.getState().settings.lateAfterMs })
    // The browser has run out of what only a new page gets again; the engine picks a calm moment.
    live.onReloadWanted(() => window.location.reload())
    return live
  },
})
