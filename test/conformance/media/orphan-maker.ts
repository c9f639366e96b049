import { pino } from 'pino'
import { MediaServer } from '#site/media/media-server.ts'

/** A site that starts a media server and is then killed by its test. Prints the server's process number. */
const [binary = '', dataDir = ''] = process.argv.slice(2)
const server = new MediaServer({
  binary,
  dataDir,
  apiKey: 'site',
  apiSecret: 'a secret of more than thirty-two characters',
  log: pino({ level: 'silent' }),
  random: Math.random,
})
const started = await server.start()
console.log(started.ok ? server.pid : started.error.message)
