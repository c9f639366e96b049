import {
  defaultPaths,
  type ExpiryUnit,
  expiryUnitSchema,
  type PathName,
  type PlatformOverrides,
  playbackTimeFormatSchema,
} from '#contract/platform/assumptions.ts'
import { type PlatformAddress, platformAddressSchema } from '#contract/wall/connection.ts'
import { wallError } from '#contract/errors.ts'
import { type FormEvent, useState } from 'react'
import { Choices, Field, FormError, textOf } from './form-parts.tsx'
import { useCall } from './use-call.ts'

const pathWords: Readonly<Record<PathName, string>> = {
  apiKey: 'Path: make a key',
  participants: 'Path: live view ticket',
  cameras: 'Path: list of cameras',
  playbackStart: 'Path: start playback',
  playbackStop: 'Path: stop playback',
  playbackCoverage: 'Path: what is recorded',
  localLive: 'Path: local live stream',
  eventTags: 'Path: event tags',
  eventInsert: 'Path: insert an event',
  eventInsertBatch: 'Path: insert several events',
  eventSearch: 'Path: search events',
  eventHistogram: 'Path: count events',
  eventStream: 'Path: stream of events',
  occupancyReport: 'Path: occupancy report',
  occupancyEvents: 'Path: insert entrances, exits and counts',
  dictionaryEntrances: 'Path: list of entrances and exits',
  dictionaryZones: 'Path: list of counting zones',
  dictionarySchedules: 'Path: list of schedules',
}
const pathNames = Object.keys(defaultPaths) as PathName[]
const unitChoices = expiryUnitSchema.options.map((unit) => ({ value: unit, label: unit }))
const timeChoices = playbackTimeFormatSchema.options.map((format) => ({ value: format, label: format }))

/** The fields that name a platform; part of two forms. */
export function AddressFields({ address }: { readonly address: PlatformAddress | undefined }) {
  return (
    <>
      <Field
        label="Address of the platform"
        name="baseUrl"
        type="url"
        required
        placeholder="https://platform.example"
        defaultValue={address?.baseUrl ?? ''}
      />
      <Field
        label="Live view address"
        name="liveViewUrl"
        type="url"
        placeholder="wss://live.platform.example"
        hint="Only where the platform names another host for live pictures."
        defaultValue={address?.liveViewUrl ?? ''}
      />
    </>
  )
}

/** Undefined when the form holds no address that could be one. */
export function addressFrom(data: FormData): PlatformAddress | undefined {
  const liveViewUrl = textOf(data, 'liveViewUrl')
  const overrides = overridesFrom(data)
  const parsed = platformAddressSchema.safeParse({
    baseUrl: textOf(data, 'baseUrl'),
    ...(liveViewUrl === '' ? {} : { liveViewUrl }),
    ...(overrides === undefined ? {} : { overrides }),
  })
  return parsed.success ? parsed.data : undefined
}

/** Only what differs from the defaults. Undefined when the form has no such fields. */
function overridesFrom(data: FormData): PlatformOverrides | undefined {
  if (!data.has('keyExpiryUnit')) return undefined
  const paths: PlatformOverrides['paths'] = {}
  for (const name of pathNames) {
    const path = textOf(data, `path-${name}`)
    if (path !== '' && path !== defaultPaths[name]) paths[name] = path
  }
  const unit = (name: string): ExpiryUnit => expiryUnitSchema.catch('seconds').parse(textOf(data, name))
  return {
    paths,
    keyExpiryUnit: unit('keyExpiryUnit'),
    ticketExpiryUnit: unit('ticketExpiryUnit'),
    playbackTimeFormat: playbackTimeFormatSchema
      .catch('milliseconds')
      .parse(textOf(data, 'playbackTimeFormat')),
    rangeStartMember: textOf(data, 'rangeStartMember') || 'start',
    rangeEndMember: textOf(data, 'rangeEndMember') || 'end',
    timezoneMember: textOf(data, 'timezoneMember') || 'timezone',
    members: {},
  }
}

const notAnAddress = wallError('refused', 'An address begins with https:// (or http://), a path with /.')

export function AddressForm({ address }: { readonly address: PlatformAddress | undefined }) {
  const set = useCall('connection.set')
  const [isMalformed, setMalformed] = useState(false)

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const next = addressFrom(new FormData(event.currentTarget))
    setMalformed(next === undefined)
    if (next !== undefined) void set.run(next)
  }

  return (
    <form className="form" onSubmit={send}>
      <AddressFields address={address} />
      <details>
        <summary>Paths and units of this platform</summary>
        <div className="form">
          {pathNames.map((name) => (
            <Field
              key={name}
              label={pathWords[name]}
              name={`path-${name}`}
              placeholder={defaultPaths[name]}
              defaultValue={address?.overrides?.paths[name] ?? ''}
              className="code"
            />
          ))}
          <Choices
            label="Life of a key is sent in"
            name="keyExpiryUnit"
            choices={unitChoices}
            defaultValue={address?.overrides?.keyExpiryUnit ?? 'seconds'}
          />
          <Choices
            label="Life of a ticket is sent in"
            name="ticketExpiryUnit"
            choices={unitChoices}
            defaultValue={address?.overrides?.ticketExpiryUnit ?? 'seconds'}
          />
          <Choices
            label="Start and end of a recording are sent as"
            name="playbackTimeFormat"
            choices={timeChoices}
            defaultValue={address?.overrides?.playbackTimeFormat ?? 'milliseconds'}
          />
          <Field
            label="Start of a report is called"
            name="rangeStartMember"
            placeholder="start"
            defaultValue={address?.overrides?.rangeStartMember ?? 'start'}
            className="code"
          />
          <Field
            label="End of a report is called"
            name="rangeEndMember"
            placeholder="end"
            defaultValue={address?.overrides?.rangeEndMember ?? 'end'}
            className="code"
          />
          <Field
            label="Time zone of a report is called"
            name="timezoneMember"
            placeholder="timezone"
            defaultValue={address?.overrides?.timezoneMember ?? 'timezone'}
            className="code"
          />
        </div>
      </details>
      <FormError error={isMalformed ? notAnAddress : set.error} />
      <div className="form-end">
        <button type="submit" className="button" disabled={set.isBusy}>
          {set.isBusy ? 'Saving…' : 'Use this address'}
        </button>
        {set.value !== undefined && <span className="form-done">Saved.</span>}
      </div>
    </form>
  )
}
