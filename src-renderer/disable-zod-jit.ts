import { config } from 'zod'

// zod would test once whether `new Function` is allowed. The page's policy forbids it, and the browser reports the
// test. A module of its own, imported before all others: some of them parse with a schema while they load.
config({ jitless: true })
