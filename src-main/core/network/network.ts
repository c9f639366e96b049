import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import tls from 'node:tls'
import type { AreaLog } from '../log/logger.ts'
import { readOwnCertificates } from './own-certificates.ts'
import { readProxy } from './proxy.ts'

export interface NetworkOptions {
  /** `ca.pem` may lie in it. */
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Node's own, which asks the process for its certificates and its proxy. */
  readonly fetch: typeof fetch
  readonly log: AreaLog
}

/**
 * How main reaches other machines. Node trusts the authorities that came with it and knows no proxy; an installed
 * application cannot be told otherwise by NODE_OPTIONS or NODE_EXTRA_CA_CERTS, because its fuses forbid both.
 */
export class Network {
  /** What was asked for and cannot be had: sentences for the operator. */
  readonly problems: readonly string[]
  readonly #ownCertificates: readonly string[]
  readonly #log: AreaLog
  readonly #agent: https.Agent | undefined
  readonly #leaveProxy: (() => void) | undefined
  readonly #fetch: typeof fetch
  #trustedBefore: readonly string[] | undefined

  constructor({ dataDir, env, fetch, log }: NetworkOptions) {
    this.#fetch = fetch
    this.#log = log
    const problems: string[] = []
    const own = readOwnCertificates(join(dataDir, 'ca.pem'))
    this.#ownCertificates = own.ok ? own.value : []
    if (!own.ok) problems.push(own.error)
    if (this.#ownCertificates.length > 0 && !canAddCertificates()) {
      problems.push('This runtime cannot add the certificates of ca.pem. It needs Node 24.5 or newer.')
    }
    const proxy = readProxy(env)
    if (!proxy.ok) problems.push(proxy.error)
    else if (proxy.value !== undefined && !canUseProxy()) {
      problems.push('This runtime cannot use the proxy of HTTPS_PROXY. It needs Node 24.14 or newer.')
    } else if (proxy.value !== undefined) {
      const { host, proxyEnv } = proxy.value
      this.#leaveProxy = http.setGlobalProxyFromEnv(proxyEnv)
      this.#agent = new https.Agent({ proxyEnv })
      log.info('proxy', { host, except: proxyEnv.no_proxy })
    }
    for (const problem of problems) log.error(problem)
    this.problems = problems
  }

  readonly fetch: typeof fetch = (input, init) => {
    const address = typeof input === 'string' ? input : 'url' in input ? input.url : input.href
    if (!address.startsWith('http:')) this.#trust()
    return this.#fetch(input, init)
  }

  /** For a WebSocket to this address; undefined where it goes directly. */
  readonly agentFor = ({ protocol }: URL): https.Agent | undefined => {
    if (protocol !== 'wss:') return undefined
    this.#trust()
    return this.#agent
  }

  dispose(): void {
    this.#leaveProxy?.()
    this.#agent?.destroy()
    if (this.#trustedBefore !== undefined) tls.setDefaultCACertificates(this.#trustedBefore)
  }

  /** Before the first encrypted connection and not at start: reading a system's store stops main for a tenth of a second. */
  #trust(): void {
    if (this.#trustedBefore !== undefined || !canAddCertificates()) return
    this.#trustedBefore = tls.getCACertificates('default')
    const system = tls.getCACertificates('system')
    tls.setDefaultCACertificates([...new Set([...this.#trustedBefore, ...system, ...this.#ownCertificates])])
    this.#log.info('certificates', { system: system.length, own: this.#ownCertificates.length })
  }
}

function canAddCertificates(): boolean {
  return typeof tls.setDefaultCACertificates === 'function'
}

function canUseProxy(): boolean {
  return typeof http.setGlobalProxyFromEnv === 'function'
}
