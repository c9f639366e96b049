import { readdir, readFile, readlink } from 'node:fs/promises'

const ESTABLISHED = '01'

/** How many connections a process (not its children) holds open to this TCP port, as Linux counts them. */
export async function openSockets(pid: number, port: string): Promise<number> {
  const remotePort = Number(port).toString(16).toUpperCase().padStart(4, '0')
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  )
  const inodes = new Set(
    tables
      .flatMap((table) => table.trim().split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , remote, state]) => remote?.endsWith(`:${remotePort}`) === true && state === ESTABLISHED)
      .map((columns) => columns[9]),
  )
  const descriptors = await readdir(`/proc/${pid}/fd`)
  const held = await Promise.all(
    // One that has been closed meanwhile is not open.
    descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')),
  )
  return held.filter((target) => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1])).length
}
