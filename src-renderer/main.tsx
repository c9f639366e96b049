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
  makeLive: () => new LiveWall({ relay: shell.relay }),
})
