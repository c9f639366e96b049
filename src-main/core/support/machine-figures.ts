import os from 'node:os'

const BYTES_A_MEGABYTE = 1_048_576

/** Of the machine and of the program that runs on it; neither names nor addresses. */
export function machineFigures() {
  const { node, electron, chrome, v8 } = process.versions
  return {
    versions: { node, electron, chrome, v8 },
    platform: process.platform,
    arch: process.arch,
    system: `${os.type()} ${os.release()}`,
    session: process.env['XDG_SESSION_TYPE'],
    cpus: os.cpus().length,
    cpu: os.cpus()[0]?.model,
    memoryMb: Math.round(os.totalmem() / BYTES_A_MEGABYTE),
    freeMb: Math.round(os.freemem() / BYTES_A_MEGABYTE),
    programMb: Math.round(process.memoryUsage().rss / BYTES_A_MEGABYTE),
    systemUpSeconds: Math.round(os.uptime()),
    programUpSeconds: Math.round(process.uptime()),
  }
}
