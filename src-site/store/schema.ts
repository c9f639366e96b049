import type { Generated } from 'kysely'

/** Tables of the site's database as the query builder sees them. Instants are epoch milliseconds. */
export interface SiteTables {
  organization: {
    id: string
    name: string
    /** Days that its events and footage are kept. */
    retention_days: Generated<number>
    /** Room for its recordings; null until it has been decided. */
    record_gigabytes: number | null
  }
  account: { id: string; email: string; password_hash: string }
  membership: { account_id: string; organization_id: string }
  api_key: {
    id: string
    organization_id: string
    name: string
    /** SHA-256 of the whole key, hexadecimal: a key is random, so nothing slower is needed. */
    secret_hash: string
    /** Its first characters, for people. */
    prefix: Generated<string>
    created_at: number
    expires_at: number
    last_used_at: number | null
  }
  camera: {
    id: string
    organization_id: string
    number: number
    name: string
    group_name: string
    timezone: string
  }
  wall_salvo: {
    organization_id: string
    number: number
    /** Goes on after a removal. */
    version: number
    /** The wall's own text; null: removed. */
    content: string | null
    saved_by: string
    saved_at: number
    /** Of the last change. */
    change_id: string
  }
  recorded_segment: {
    camera_id: string
    rendition: 'full' | 'reduced'
    start_ms: number
    end_ms: number
    /** Names its initialization segment. */
    init_hash: string
    bytes: number
  }
}
