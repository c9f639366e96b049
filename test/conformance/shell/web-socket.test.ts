import { vi } from 'vitest'
import { WebSocketShell } from '../../../src-renderer/shell/web-socket-shell.ts'
import { browserWebSocket, startHostStage } from './host-stage.ts'
import { wallShellSuite } from './wall-shell-suite.ts'

wallShellSuite("the host's WebSocket", async () => {
  const stage = await startHostStage()
  vi.stubGlobal('WebSocket', browserWebSocket(stage.host.origin))
  const shell = new WebSocketShell({ url: stage.shellUrl, secret: stage.secret, monitor: 1 })
  return {
    shell,
    wall: stage.wall,
    async dispose() {
      shell.dispose()
      await stage.dispose()
      vi.unstubAllGlobals()
    },
  }
})
