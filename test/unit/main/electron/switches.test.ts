import { expect, it } from 'vitest'
import { appendSwitches } from '#main/electron/prepare.ts'

it.each([
  { given: '', disabled: 'WebRtcHideLocalIpsWithMdns' },
  { given: 'A,B', disabled: 'A,B,WebRtcHideLocalIpsWithMdns' },
])('features that an operator disables stay disabled: $given', ({ given, disabled }) => {
  const appended: (string | undefined)[][] = []
  appendSwitches({
    hasSwitch: () => false,
    getSwitchValue: () => given,
    appendSwitch: (...words) => appended.push(words),
  })
  expect(appended).toContainEqual(['force-fieldtrials', 'WebRTC-RtcEventLogKillSwitch/Enabled/'])
  expect(appended.filter(([name]) => name === 'disable-features')).toEqual([['disable-features', disabled]])
})
