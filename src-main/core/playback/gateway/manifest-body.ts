import { MANIFEST_START } from './manifest-lines.ts'

/** Pieces of about this size: a line alone would be a task of its own for each segment of an hour. */
const PIECE_CHARS = 16 * 1_024

/** The lines after the first one as a body, written again one by one. */
export function linesBody(
  lines: AsyncGenerator<string>,
  write: (line: string) => string,
  onFault: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = `${MANIFEST_START}\n`
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          while (piece.length < PIECE_CHARS) {
            const { done, value } = await lines.next()
            if (done === true) {
              controller.enqueue(encoder.encode(piece))
              return controller.close()
            }
            piece += `${write(value)}\n`
          }
          controller.enqueue(encoder.encode(piece))
          piece = ''
        } catch (error) {
          onFault(error)
          controller.error(error)
        }
      },
      cancel: () => letGo(lines),
    },
    { highWaterMark: 0 },
  )
}

/** Ends what is being read; it may have ended by itself, and by an error. */
export function letGo(lines: AsyncGenerator<string>): void {
  lines.return(undefined).catch(() => undefined)
}
