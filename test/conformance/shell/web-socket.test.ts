import { vi } from 'vitest'
import { WebSocketShell } from '#renderer/shell/web-socket-shell.ts'
import { browserWebSocket, startHostStage } from './host-stage.ts'
import { wallShellSuite } from './wall-shell-suite.ts'

wallShellSuite("the host's WebSocket", async () => {
  const stage = await startHostStage()
  vi.stubGlobal('WebSocket', browserWebSocket(stage.host.origin))
  const open = (monitor: number) => new WebSocketShell({ url: stage.shellUrl, secret: stage.secret, monitor })
  const shell = open(1)
  const shells = [shell]
  return {
    shell,
    async openSecond() {
      const second = open(2)
      shells.push(second)
      return { shell: second, close: async () => second.dispose() }
    },
    wall: stage.wall,
    openMonitors: async () => stage.wall.openMonitors,
    async dispose() {
      for (const one of shells) one.dispose()
      await stage.dispose()
      vi.unstubAllGlobals()
    },
  }
})
