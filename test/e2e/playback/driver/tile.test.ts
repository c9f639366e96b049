/** What one tile plays: its parts share a site, a host and a browser. */
import { usePlaybackPage } from './harness/playback-page.ts'
import './seeks.ts'
import './edges.ts'
import './sharp.ts'
import './truth.ts'
import './cut.ts'
import './bad-footage.ts'
import './local-live.ts'
// Stops the host: nothing can come after it.
import './sessions.ts'

usePlaybackPage()
