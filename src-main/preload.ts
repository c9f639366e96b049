import { contextBridge, ipcRenderer } from 'electron'
import { bridgeChannels, RELAY_PORT_MESSAGE, type TesseraBridge } from '#contract/wall/bridge.ts'

// Sandboxed: no Node, no zod. Everything is checked in main.

/** Of the relay that this document has asked for last. */
let askedFor: string | undefined

const bridge: TesseraBridge = {
  call: (name, input) => ipcRenderer.invoke(bridgeChannels.call, name, input),
  onPush: (listener) => {
    // The event object would hand the page a way to `ipcRenderer`.
    const forward = (_event: unknown, name: string, payload: unknown): void => listener(name, payload)
    ipcRenderer.on(bridgeChannels.push, forward)
    return () => ipcRenderer.off(bridgeChannels.push, forward)
  },
  requestRelay() {
    askedFor = crypto.randomUUID()
    ipcRenderer.send(bridgeChannels.relay, askedFor)
  },
}

ipcRenderer.on(bridgeChannels.relay, (event, request: unknown) => {
  // Ports cannot cross the context bridge; a message to our own window can carry them.
  if (request === askedFor) window.postMessage(RELAY_PORT_MESSAGE, '/', event.ports)
  // After a quick reload the answer to the document before this one may arrive here; its pipe is closed by then.
  else for (const port of event.ports) port.close()
})
contextBridge.exposeInMainWorld('tessera', bridge)
