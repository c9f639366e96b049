import { PreloadShell } from '../../../src-renderer/shell/preload-shell.ts'
import { startPreloadStage } from './preload-stage.ts'
import { wallShellSuite } from './wall-shell-suite.ts'

wallShellSuite("Electron's preload", async () => {
  const stage = await startPreloadStage()
  const shell = new PreloadShell(stage.electron.bridge, stage.source)
  return {
    shell,
    wall: stage.wall,
    async dispose() {
      shell.dispose()
      stage.dispose()
    },
  }
})
