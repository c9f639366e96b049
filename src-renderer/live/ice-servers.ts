const turnAddress = /^turns?:[\w.:[\]-]+(\?transport=(udp|tcp))?$/i
const stunAddress = /^stuns?:[\w.:[\]-]+$/i
/** A LiveKit that is named no STUN server hands out public ones; the local site names one of loopback, where none is. */
const placeholder = /^stuns?:(127\.|localhost|\[::1\])/i

/**
 * Which STUN and TURN servers of a join answer the peer connection is given: `most` at most, and none that would make
 * it refuse the whole list. A function of its own: the SDK keeps an engine, and with it this closure and its scope.
 */
export function iceServersUpTo(most: number): (named: readonly RTCIceServer[]) => RTCIceServer[] {
  return (named) =>
    named
      .flatMap(({ urls, username, credential }) =>
        [urls].flat().flatMap((address) => {
          if (stunAddress.test(address)) return placeholder.test(address) ? [] : [{ urls: address }]
          const isTurn = turnAddress.test(address) && Boolean(username) && Boolean(credential)
          return isTurn ? [{ urls: address, username, credential } as RTCIceServer] : []
        }),
      )
      .slice(0, most)
}
