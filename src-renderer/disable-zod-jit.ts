import { config } from 'zod'

// It would try once whether it may make code of text. The page's policy forbids that, and the browser reports the trial.
// A module of its own, imported before all others: some of them read with a schema as soon as they are there.
config({ jitless: true })
