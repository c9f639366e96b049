import { EventEmitter } from 'node:events'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Links the built main process on plain Node with a stub in Electron's place, evaluates it, and only then lets
 * Electron be ready: a module that waits for `ready` while it is evaluated would hang here as it would there.
 */
const stub = new URL('./electron-stub.mjs', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: stub, shortCircuit: true } : next(specifier, context),
})
Object.defineProperty(process.versions, 'electron', { value: '45.4.1' })

const { becomeReady, ipcMain, notes, protocol } = await import(stub)
process.on('message', (message) => void handle(message))

async function handle(message) {
  if (message.ask === 'file') {
    const response = await protocol.handler(new Request(message.url))
    process.send({
      file: { status: response.status, policy: response.headers.get('content-security-policy') },
    })
  } else if (message.ask === 'call') {
    const event = { senderFrame: message.frame, sender: Object.assign(new EventEmitter(), { id: 1 }) }
    const answer = await ipcMain.handlers
      .get('tessera:call')(event, message.name, message.input)
      .catch(String)
    process.send({ answer })
  } else if (message.ask === 'notes') process.send({ notes })
}

const [entry] = process.argv.splice(2, 1)
await import(pathToFileURL(entry).href)
becomeReady()
