import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { listen } from '#test/stand/loopback.ts'
import { tempDir } from '#test/stand/temp-dir.ts'

/** A checkout and a cache of one's own for one test of a set-up part. */
export class SetupFixture {
  readonly folder = tempDir()
  readonly root = join(this.folder, 'root')
  readonly cache = join(this.folder, 'cache')
  /** Paths that were asked for. */
  readonly requests: string[] = []
  /** What the release server has, by path. */
  readonly served = new Map<string, Buffer>()
  /** Of what it does not have. */
  status = 404
  /** It hangs up before it has answered. */
  isDown = false

  context(env: Record<string, string> = {}, force = false) {
    return {
      paths: {
        root: this.root,
        cache: this.cache,
        data: join(this.folder, 'data'),
        out: join(this.root, 'out'),
      },
      env: { PATH: '/usr/bin:/bin', ...env },
      force,
      demoEvents: true,
      signal: undefined,
      progress: () => undefined,
    }
  }

  write(path: string, content: string, mode = 0o644): string {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    chmodSync(file, mode)
    return file
  }

  /** Starts a release server; resolves to its address. */
  async serve(): Promise<string> {
    const server = createServer((request, response) => {
      if (this.isDown) {
        request.socket.destroy()
        return
      }
      const path = request.url ?? '/'
      this.requests.push(path)
      const content = this.served.get(path)
      if (content === undefined) response.writeHead(this.status).end()
      else response.end(content)
    })
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${await listen(server)}`
  }
}
