import { isIPv6 } from 'node:net'
import type { MediaServerCredentials } from '../live-view/media-server-port.ts'
import { mediaDefaults } from './media-defaults.ts'

export interface TurnServer {
  readonly host: string
  readonly port: number
  readonly protocol: 'udp' | 'tcp' | 'tls'
}

/** What relays media for clients behind a strict firewall. LiveKit makes each client a password from the secret. */
export interface TurnServers {
  readonly servers: readonly TurnServer[]
  readonly secret: string
}

export interface LivekitConfig extends MediaServerCredentials {
  readonly bindAddress: string
  readonly httpPort: number
  readonly udpPort: number
  readonly turn?: TurnServers | undefined
}

const loopback = '127.0.0.1'
const everyAddress = '0.0.0.0'
/** Clients are handed this instead of public STUN servers. Nobody listens there: host candidates are enough. */
const noStunServer = `${loopback}:3478`

/**
 * LiveKit's configuration. Loopback only unless another address is asked for, and then signalling on both (the
 * cameras of this machine call over loopback) and media on that one. With 0.0.0.0 the server offers all its addresses.
 */
export async function livekitConfigYaml(config: LivekitConfig): Promise<string> {
  const { stringify } = await import('yaml')
  const { bindAddress, httpPort, udpPort, apiKey, apiSecret, turn } = config
  const everywhere = bindAddress === everyAddress
  const addresses = everywhere ? [everyAddress] : [...new Set([loopback, bindAddress])]
  const limits = mediaDefaults.server
  // One of each family: two of one would both be offered as `node_ip`, and of those that are called alike the server
  // hears one, drawn anew at each start. Cameras on loopback reach any IPv4 address of this machine, and none of IPv6.
  const media = isIPv6(bindAddress) ? [`${loopback}/32`, `${bindAddress}/128`] : [`${bindAddress}/32`]
  return stringify({
    port: httpPort,
    bind_addresses: addresses,
    rtc: {
      udp_port: udpPort,
      // Any other value opens a TCP port on all interfaces, whatever bind_addresses says.
      tcp_port: 0,
      // Said outright, the server asks no STUN server about itself.
      ...(everywhere ? {} : { node_ip: bindAddress }),
      use_external_ip: false,
      enable_loopback_candidate: true,
      ...(everywhere ? {} : { ips: { includes: media } }),
      // Nothing is ever congested inside one machine; a busy one only reports late, and would see small pictures.
      congestion_control: { enabled: bindAddress !== loopback },
      // A viewer that misses its first key frame asks again; by default the next one may be a second away.
      pli_throttle: Object.fromEntries(
        ['low_quality', 'mid_quality', 'high_quality'].map((layer) => [layer, `${limits.pliThrottleMs}ms`]),
      ),
      stun_servers: [noStunServer],
      ...(turn && { turn_servers: turn.servers.map((server) => ({ ...server, secret: turn.secret })) }),
    },
    // By default a layer counts as gone after half a second with fewer than five packets, and stays so for ten: that
    // takes the large layer from a camera of few pictures a second, and from any on a busy machine.
    // LiveKit reads the layers' numbers as numbers: as keys of an object they would be quoted.
    video: {
      stream_tracker_manager: {
        video: {
          packet_tracker: new Map(
            [0, 1, 2].map((layer) => [
              layer,
              { samples_required: 1, cycles_required: 1, cycle_duration: `${limits.layerGoneAfterMs}ms` },
            ]),
          ),
        },
      },
    },
    keys: { [apiKey]: apiSecret },
    room: {
      auto_create: true,
      empty_timeout: limits.emptyRoomTimeoutSeconds,
      departure_timeout: limits.departureTimeoutSeconds,
    },
    logging: { level: 'info', pion_level: 'error', json: true },
  })
}
