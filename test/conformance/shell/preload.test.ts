import { PreloadShell } from '#renderer/shell/preload-shell.ts'
import { startPreloadStage } from './preload-stage.ts'
import { wallShellSuite } from './wall-shell-suite.ts'

wallShellSuite("Electron's preload", async () => {
  const stage = await startPreloadStage()
  const shell = new PreloadShell(stage.electron.bridge, stage.source)
  const shells = [shell]
  return {
    shell,
    async openSecond() {
      const { electron, source } = await stage.openSecond()
      const second = new PreloadShell(electron.bridge, source)
      shells.push(second)
      return { shell: second, close: async () => void electron.contents.emit('destroyed') }
    },
    wall: stage.wall,
    openMonitors: async () => stage.wall.openMonitors,
    async dispose() {
      for (const one of shells) one.dispose()
      stage.dispose()
    },
  }
})
