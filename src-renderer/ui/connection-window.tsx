import { assumptionNames, assumptions } from '#contract/platform/assumptions.ts'
import { Check, CircleDashed, CircleX, Minus } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { AddressForm } from './address-form.tsx'
import { CamerasPanel } from './cameras-panel.tsx'
import {
  expiryVerdict,
  keyVerdict,
  protectionVerdict,
  reachVerdict,
  skewWords,
  type Verdict,
} from './connection-words.ts'
import { FormError } from './form-parts.tsx'
import { PasteKeyForm, SignInForm } from './key-forms.tsx'
import { useServices, useSession } from './services.ts'
import { UpdatesPanel } from './updates-panel.tsx'
import { useCall } from './use-call.ts'
import { Window } from './window.tsx'

/** Everything between this wall and its platform: where, with which key, whether it works, and what is only assumed. */
export function ConnectionWindow({ onClose }: { readonly onClose: () => void }) {
  return (
    <Window title="Connection" size="wide" onClose={onClose}>
      <Tabs.Root className="tabs" defaultValue="state">
        <Tabs.List className="tab-list" aria-label="Connection">
          <Tabs.Trigger value="state">State</Tabs.Trigger>
          <Tabs.Trigger value="platform">Platform</Tabs.Trigger>
          <Tabs.Trigger value="key">Key</Tabs.Trigger>
          <Tabs.Trigger value="cameras">Cameras</Tabs.Trigger>
          <Tabs.Trigger value="assumptions">Assumptions</Tabs.Trigger>
          <Tabs.Trigger value="updates">Updates</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="state">
          <StatePanel />
        </Tabs.Content>
        <Tabs.Content value="platform">
          <PlatformPanel />
        </Tabs.Content>
        <Tabs.Content value="key">
          <KeyPanel />
        </Tabs.Content>
        <Tabs.Content value="cameras">
          <CamerasPanel />
        </Tabs.Content>
        <Tabs.Content value="assumptions">
          <AssumptionsPanel />
        </Tabs.Content>
        <Tabs.Content value="updates">
          <UpdatesPanel />
        </Tabs.Content>
      </Tabs.Root>
    </Window>
  )
}

function Says({ verdict }: { readonly verdict: Verdict }) {
  return <span data-tone={verdict.tone}>{verdict.says}</span>
}

function StatePanel() {
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
      <Tests />
    </>
  )
}

const testWords = {
  reach: 'The platform answers',
  key: 'The key is accepted',
  cameras: 'The cameras are listed',
  'live-view': 'A live view ticket is given',
} as const
const outcomeIcons = { ok: Check, failed: CircleX, skipped: Minus } as const
const outcomeWords = { ok: 'works', failed: 'failed', skipped: 'not tried' } as const
const outcomeTones = { ok: 'good', failed: 'fault', skipped: 'quiet' } as const

/** Main's own sentence where it has one; a failure is always called one, not only coloured. */
function testSentence({ outcome, message }: { outcome: keyof typeof outcomeWords; message: string }): string {
  if (message === '') return outcomeWords[outcome]
  return outcome === 'ok' ? message : `${outcomeWords[outcome]}: ${message}`
}

/** Each function of this version once, a line each. */
function Tests() {
  const test = useCall('connection.test')
  return (
    <section className="tests" aria-busy={test.isBusy}>
      <div className="form-end">
        <button
          type="button"
          className="button"
          disabled={test.isBusy}
          onClick={() => void test.run(undefined)}
        >
          {test.isBusy ? 'Testing…' : 'Test each function'}
        </button>
      </div>
      <FormError error={test.error} />
      <ul className="lines">
        {test.value?.map((line) => {
          const Icon = outcomeIcons[line.outcome]
          return (
            <li key={line.name} data-outcome={line.outcome}>
              <span data-tone={outcomeTones[line.outcome]}>
                <Icon aria-hidden size="1.25em" />
              </span>
              <b>{testWords[line.name]}</b>
              <span>{testSentence(line)}</span>
              <span className="lines-end">{Math.round(line.tookMs)} ms</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function PlatformPanel() {
  const source = useSession((session) => session.connection.source)
  const address = useSession((session) => session.connection.address)
  return (
    <>
      {source === 'embedded' && (
        <p className="window-note">
          This wall runs on its own local site. Another address here connects it to a real platform instead.
        </p>
      )}
      <AddressForm address={source === 'embedded' ? undefined : address} />
    </>
  )
}

function KeyPanel() {
  const key = useSession((session) => session.connection.key)
  const clear = useCall('keys.clear')
  const refresh = useCall('cameras.refresh')
  return (
    <>
      <div className="key-line">
        <Says verdict={keyVerdict(key)} />
        {(key.state === 'unavailable' || key.state === 'unreadable') && (
          <button
            type="button"
            className="button"
            disabled={refresh.isBusy}
            onClick={() => void refresh.run(undefined)}
          >
            Try again
          </button>
        )}
        {key.state !== 'none' && (
          <button
            type="button"
            className="button"
            disabled={clear.isBusy}
            onClick={() => void clear.run(undefined)}
          >
            Clear the key
          </button>
        )}
      </div>
      <p className="key-kept">
        Kept: <Says verdict={protectionVerdict(key)} />
      </p>
      <FormError error={clear.error} />
      <Tabs.Root className="tabs" defaultValue="sign-in">
        <Tabs.List className="tab-list" aria-label="Ways to a key">
          <Tabs.Trigger value="sign-in">Sign in and make a key</Tabs.Trigger>
          <Tabs.Trigger value="paste">Paste a key</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="sign-in">
          <SignInForm />
        </Tabs.Content>
        <Tabs.Content value="paste">
          <PasteKeyForm />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

/** A guess never hides: what the interface leaves open, and which of our answers this platform has borne out. */
function AssumptionsPanel() {
  const confirmed = useSession((session) => session.connection.confirmed)
  return (
    <>
      <p className="window-note">
        The interface leaves these open. “Confirmed” means that a call which relies on it has succeeded on
        this platform.
      </p>
      <ul className="lines">
        {assumptionNames.map((name) => {
          const isConfirmed = confirmed.includes(name)
          const Icon = isConfirmed ? Check : CircleDashed
          return (
            <li key={name} data-assumption={name}>
              <span data-tone={isConfirmed ? 'good' : 'quiet'}>
                <Icon aria-hidden size="1.25em" />
              </span>
              <b>{assumptions[name].gap}</b>
              <span className="code">{assumptions[name].answer}</span>
              <span className="lines-end">{isConfirmed ? 'confirmed' : 'untested'}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
