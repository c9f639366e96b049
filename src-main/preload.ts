import { contextBridge, ipcRenderer } from 'electron'
import { bridgeChannels, RELAY_PORT_MESSAGE, type TesseraBridge } from '#contract/wall/bridge.ts'

// Sandboxed: no Node, no zod, no state. Everything is checked in main.
const bridge: TesseraBridge = {
  call: (name, input) => ipcRenderer.invoke(bridgeChannels.call, name, input),
  onPush: (listener) => {
    // The event object would hand the page a way to `ipcRenderer`.
    const hear = (_event: unknown, name: string, payload: unknown): void => listener(name, payload)
    ipcRenderer.on(bridgeChannels.push, hear)
    return () => ipcRenderer.off(bridgeChannels.push, hear)
  },
  requestRelay: () => ipcRenderer.send(bridgeChannels.relay),
}

// Ports cannot cross the context bridge; a message to our own window can carry them.
ipcRenderer.on(bridgeChannels.relay, (event) => window.postMessage(RELAY_PORT_MESSAGE, '/', event.ports))
contextBridge.exposeInMainWorld('tessera', bridge)
