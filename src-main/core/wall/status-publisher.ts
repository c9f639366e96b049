import type { ConnectionStatus } from '#contract/wall/connection.ts'
import type { Timers } from '../time.ts'
import { STATUS_DELAY_IN_MS, STATUS_RECHECK_IN_MS } from './defaults.ts'

export interface StatusPublisherPorts {
  readonly timers: Timers
  readonly read: () => ConnectionStatus
  readonly push: (status: ConnectionStatus) => void
}

/** Pushes the connection when it has really changed, and not more often than an eye can follow. */
export class StatusPublisher {
  readonly #ports: StatusPublisherPorts
  #pushed = ''
  #isPending = false
  #cancelTimer: () => void = () => {}

  constructor(ports: StatusPublisherPorts) {
    this.#ports = ports
  }

  changed(): void {
    if (this.#isPending) return
    this.#isPending = true
    this.#cancelTimer()
    this.#cancelTimer = this.#ports.timers.after(STATUS_DELAY_IN_MS, () => this.#publish())
  }

  dispose(): void {
    this.#isPending = true
    this.#cancelTimer()
  }

  #publish(): void {
    this.#isPending = false
    const status = this.#ports.read()
    const text = JSON.stringify(status)
    if (text !== this.#pushed) {
      this.#pushed = text
      this.#ports.push(status)
    }
    if (status.ticketsPerMinute > 0) {
      this.#cancelTimer = this.#ports.timers.after(STATUS_RECHECK_IN_MS, () => this.#publish())
    }
  }
}
