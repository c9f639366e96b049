import { fail, ok, type Result } from '#contract/result.ts'
import { codeOf } from '#contract/thrown.ts'
import type { ApiServer } from '../api/api-server.ts'
import { exitCodes, siteDefaults } from '../defaults.ts'
import { urlHost } from '../url-host.ts'
import type { SiteFault } from './site-fault.ts'

export interface Listening {
  /** As a program on this machine reaches it. */
  readonly url: string
  readonly address: string
  /** Takes no more requests and lets those under way finish. */
  stop(): Promise<void>
}

const everyAddress = '0.0.0.0'

export async function listen(
  api: ApiServer,
  bindAddress: string,
  port: number,
): Promise<Result<Listening, SiteFault>> {
  try {
    await api.listen({ host: bindAddress, port })
  } catch (error) {
    await api.close()
    const fault = listenFault(codeOf(error), bindAddress, port)
    if (!fault) throw error
    return fail(fault)
  }
  const address = bindAddress === everyAddress ? siteDefaults.api.bindAddress : bindAddress
  const bound = api.server.address()
  const boundPort = typeof bound === 'object' && bound ? bound.port : port
  return ok({ url: `http://${urlHost(address)}:${boundPort}`, address, stop: () => stopListening(api) })
}

async function stopListening(api: ApiServer): Promise<void> {
  const cutOff = setTimeout(() => api.server.closeAllConnections(), siteDefaults.api.stopTimeoutMs)
  await api.close()
  clearTimeout(cutOff)
}

function listenFault(code: string, bindAddress: string, port: number): SiteFault | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return {
        sentence: `Port ${port} of ${bindAddress} is taken by another program. Stop it, or choose another with --port.`,
        exitCode: exitCodes.portTaken,
      }
    case 'EACCES':
      return {
        sentence: `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
        exitCode: exitCodes.portTaken,
      }
    case 'EADDRNOTAVAIL':
      return {
        sentence: `${bindAddress} is not an address of this machine. Choose another with --bind.`,
        exitCode: exitCodes.usage,
      }
    default:
      return undefined
  }
}
