import { expiryVerdict, keyVerdict, protectionVerdict, reachVerdict, skewWords } from '../connection-words.ts'
import { Says } from '../says.tsx'
import { useServices, useSession } from '../services.ts'
import { FunctionTests } from './function-tests.tsx'

/** What stands between this wall and its platform at the moment. */
export function StatePanel() {
  const { clock } = useServices()
  const connection = useSession((session) => session.connection)
  const version = useSession((session) => session.version)
  const expiry = expiryVerdict(connection.key.expiresAt, clock.nowMs())
  const { key } = connection
  return (
    <>
      <dl className="facts">
        <dt>Platform</dt>
        <dd>
          {connection.source === 'embedded' ? (
            'The local site of this installation'
          ) : (
            <Says verdict={reachVerdict(connection)} />
          )}
          {connection.address !== undefined && <small className="code">{connection.address.baseUrl}</small>}
        </dd>
        {connection.source === 'embedded' && (
          <>
            <dt>Reach</dt>
            <dd>
              <Says verdict={reachVerdict(connection)} />
            </dd>
          </>
        )}
        <dt>Key</dt>
        <dd>
          <Says verdict={keyVerdict(key)} />
          {key.name !== undefined && (
            <small>
              “{key.name}”{key.orgId === undefined ? '' : ` of organization ${key.orgId}`}
            </small>
          )}
        </dd>
        <dt>Kept</dt>
        <dd>
          <Says verdict={protectionVerdict(key)} />
        </dd>
        {expiry !== undefined && (
          <>
            <dt>Valid</dt>
            <dd>
              <Says verdict={expiry} />
            </dd>
          </>
        )}
        <dt>Clock</dt>
        <dd>{skewWords(connection.skewMs)}</dd>
        <dt>Tickets</dt>
        <dd>{Math.round(connection.ticketsPerMinute)} a minute</dd>
        <dt>Tessera</dt>
        <dd>{version}</dd>
      </dl>
      <FunctionTests />
    </>
  )
}
