const turnAddress = /^turns?:[\w.:[\]-]+(\?transport=(udp|tcp))?$/i

/**
 * Servers of a join answer that the peer connection is given. TURN alone: a media server is found without STUN, and
 * one that is named none hands out public ones, which would learn of every wall. What a peer connection would refuse
 * as a whole is left out by itself.
 */
export function turnServers(named: readonly RTCIceServer[], mostServers: number): RTCIceServer[] {
  return named
    .flatMap(({ urls, username, credential }) => {
      const addresses = [urls].flat().filter((address) => turnAddress.test(address))
      return username && credential
        ? addresses.map((address) => ({ urls: address, username, credential }))
        : []
    })
    .slice(0, mostServers)
}
