import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Addresses under which this machine is reached by a server that listens on all of them, and by none on 127.0.0.1. */
export function otherOwnAddresses(): string[] {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  // The whole of 127/8 is this machine on Linux alone.
  return process.platform === 'linux' ? ['127.0.0.2', ...outside] : outside
}

/** `open`, or why it was not opened. */
export async function connectionTo(host: string, port: number): Promise<string> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return 'open'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    socket.destroy()
  }
}
