import type { WallMain } from '../core/wall-main.ts'

/** Main's end of a message channel: `MessagePortMain`, as far as it is used here. */
export interface PipePort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}

/** Connects a page's end of the relay with the wall, until either end closes. */
export function openRelayPipe(port: PipePort, wall: Pick<WallMain, 'openRelay'>): () => void {
  let open = true
  const session = wall.openRelay((frame) => {
    if (open) port.postMessage(frame)
  })
  function close(): void {
    if (!open) return
    open = false
    session.dispose()
    port.close()
  }
  port.on('message', ({ data }) => {
    // A page of ours sends nothing else; what is in the bytes is the relay's to judge.
    if (open && data instanceof Uint8Array) session.receive(data)
  })
  port.on('close', close)
  port.start()
  return close
}
