// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { wallError } from '#contract/errors.ts'
import { exactMessage } from '#contract/exact-words.ts'
import { createApiKeyResponse } from '#contract/platform/api-key.ts'
import { platformOverridesSchema } from '#contract/platform/assumptions.ts'
import { fail, ok } from '#contract/result.ts'
import { wallCalls } from '#contract/wall/calls.ts'
import { type ConnectionStatus, platformAddressSchema } from '#contract/wall/connection.ts'
import { noConnection } from '#renderer/wall/session-store.ts'
import { connected, FakeShell, helloWith } from '../fake-shell.ts'
import { openPage, openPageWith } from './page.ts'

async function openForm(way: string, shell: FakeShell) {
  const page = await openPage(shell)
  await page.openTab(way)
  const input = (name: string) => page.container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const type = (name: string, value: string) => {
    const field = input(name)
    if (field !== null) field.value = value
  }
  return { ...page, input, type, send: () => page.submit('form') }
}

function shellOf(change: ConstructorParameters<typeof FakeShell>[0] = {}) {
  return new FakeShell({
    'wall.hello': () => ok(helloWith({ cameras: [], connection: noConnection })),
    'connection.set': () => ok({ ...connected, key: { state: 'none' } }),
    ...change,
  })
}

function fillIn({ type }: { type: (name: string, value: string) => void }): void {
  type('baseUrl', 'https://platform.example')
  type('email', 'operator@site.example')
  type('password', 'correct horse')
  type('orgId', 'org-1')
}

describe('signing in', () => {
  it('names the platform first, then makes a key', async () => {
    const shell = shellOf({ 'keys.create': () => ok(connected) })
    const form = await openForm('Sign in', shell)
    fillIn(form)
    await form.send()
    expect(shell.calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['connection.set', 'keys.create']),
    )
    expect(shell.inputsOf('keys.create')).toEqual([
      {
        email: 'operator@site.example',
        password: 'correct horse',
        orgId: 'org-1',
        name: 'Video wall',
        expiresInDays: 365,
      },
    ])
  })

  it('has cleared the password before the call is on its way', async () => {
    let seen: string | undefined
    const shell = shellOf({
      'connection.set': () => {
        seen = document.querySelector<HTMLInputElement>('input[name="password"]')?.value
        return ok(connected)
      },
      'keys.create': () => fail(wallError('key_rejected')),
    })
    const form = await openForm('Sign in', shell)
    fillIn(form)
    await form.send()
    expect(seen).toBe('')
    expect(form.container.innerHTML).not.toContain('correct horse')
  })

  it('says what went wrong in the words of the platform', async () => {
    const shell = shellOf({ 'keys.create': () => fail(wallError('refused', 'Unknown account.')) })
    const form = await openForm('Sign in', shell)
    fillIn(form)
    await form.send()
    expect(form.find('.form-error')?.textContent).toBe('Unknown account.')
  })

  it('sends a password without encryption only after consent, which is asked for when it matters', async () => {
    const shell = shellOf({ 'keys.create': () => ok(connected) })
    const form = await openForm('Sign in', shell)
    fillIn(form)
    const consent = () => form.find('input[name="acceptsUnencrypted"]')
    const typeAddress = (address: string) =>
      act(async () => {
        form.type('baseUrl', address)
        form.find('input[name="baseUrl"]')?.dispatchEvent(new Event('input', { bubbles: true }))
      })
    expect(consent()).toBeNull()
    await typeAddress('http://127.0.0.1:8080')
    expect(consent()).toBeNull()
    await typeAddress('http://platform.example')
    expect(consent()?.hasAttribute('required')).toBe(true)
    consent()?.click()
    await form.send()
    expect(shell.inputsOf('connection.set')).toEqual([
      { baseUrl: 'http://platform.example', acceptsUnencrypted: true },
    ])
    await typeAddress('https://platform.example')
    await form.send()
    expect(shell.inputsOf('connection.set').at(-1)).toEqual({ baseUrl: 'https://platform.example' })
  })

  it('takes no name and no organization that would be refused as too long', async () => {
    const form = await openForm('Sign in', shellOf())
    expect(form.input('name')?.maxLength).toBe(100)
    const organization = new RegExp(`^(?:${form.input('orgId')?.pattern})$`, 'v')
    expect([200, 201].map((chars) => organization.test('o'.repeat(chars)))).toEqual([true, false])
    const wish = { email: 'a@b', password: 'c', expiresInDays: 1 }
    const longest = { ...wish, name: 'n'.repeat(100), orgId: 'o'.repeat(200) }
    expect(wallCalls['keys.create'].input.safeParse(longest).success).toBe(true)
  })

  it('goes no further without an address', async () => {
    const shell = shellOf()
    const form = await openForm('Sign in', shell)
    fillIn(form)
    form.type('baseUrl', 'platform.example')
    await form.send()
    expect(shell.inputsOf('connection.set')).toEqual([])
    expect(form.find('.form-error')?.textContent).toContain('https://')
  })
})

async function openKeyTab(shell: FakeShell) {
  const page = await openPage(shell)
  await page.press({ key: 'K', shiftKey: true })
  const input = (name: string) => page.container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  return { ...page, input }
}

describe('a key that works', () => {
  it('is renewed with what is known of it', async () => {
    const { input, container } = await openKeyTab(new FakeShell())
    expect(input('orgId')?.value).toBe('org-1')
    expect(input('name')?.value).toBe('Video wall')
    expect(container.textContent).toContain('Renew the key')
    expect(container.textContent).toContain('the old one works until then')
  })

  it('says until when the new one is good', async () => {
    const shell = new FakeShell({ 'keys.create': () => ok(connected) })
    const { input, submit, find } = await openKeyTab(shell)
    for (const [name, value] of [
      ['email', 'operator@site.example'],
      ['password', 'correct horse'],
    ] as const) {
      const field = input(name)
      if (field !== null) field.value = value
    }
    await submit('dialog form')
    expect(find('dialog form .form-done')?.textContent).toBe('The new key is in use.')
    expect(shell.inputsOf('keys.create')).toMatchObject([{ orgId: 'org-1', name: 'Video wall' }])
  })
})

describe('a workstation with several platforms', () => {
  const platforms = [
    { id: 'https://a.example', name: 'North', baseUrl: 'https://a.example', hasKey: true },
    { id: 'https://b.example', name: '', baseUrl: 'https://b.example', orgId: 'org-2', hasKey: false },
  ]
  const northern = { ...connected, platform: 'https://a.example', platforms }

  it('has a way back from one without a key', async () => {
    const connection: ConnectionStatus = {
      ...northern,
      platform: 'https://b.example',
      key: { state: 'none' },
    }
    const shell = shellOf({ 'wall.hello': () => ok(helloWith({ cameras: [], connection })) })
    const { container, change } = await openPage(shell)
    const nav = container.querySelector('nav')
    expect(nav?.textContent).toContain('North')
    await change(() => nav?.querySelector('button')?.click())
    expect(shell.inputsOf('platforms.use')).toEqual([{ id: 'https://a.example' }])
  })

  it('shows another one from the palette', async () => {
    const { container, press, change, shell } = await openPageWith({ connection: northern })
    await press({ key: 'k', ctrlKey: true })
    const rows = [...container.querySelectorAll<HTMLElement>('[cmdk-item]')]
    const offered = rows.filter((row) => row.textContent?.startsWith('Platform: show'))
    expect(offered.map((row) => row.textContent)).toEqual([
      'Platform: show b.example · org-2b.example, no key yet',
    ])
    await change(() => offered[0]?.click())
    expect(shell.inputsOf('platforms.use')).toEqual([{ id: 'https://b.example' }])
  })

  async function openPlatforms() {
    const shell = new FakeShell({ 'wall.hello': () => ok(helloWith({ connection: northern })) })
    const page = await openPage(shell)
    await page.press({ key: ',', ctrlKey: true })
    await page.openTab('Platform')
    return page
  }

  it('puts no old name back over one that another monitor has given, when the field is merely left', async () => {
    const { shell, change, find } = await openPlatforms()
    const field = find('[data-platform="https://a.example"] input') as HTMLInputElement
    for (const name of ['South', 'West']) {
      const named = platforms.map((one) => (one.id === 'https://a.example' ? { ...one, name } : one))
      await change(() => shell.push('connection', { ...northern, platforms: named }))
      expect(field.value).toBe(name)
      await change(() => field.focus())
      await change(() => field.blur())
    }
    expect(shell.inputsOf('platforms.rename')).toEqual([])
  })

  it('renames, removes and shows them in the connection window', async () => {
    const { shell, saying, change, find } = await openPlatforms()
    expect(find('[data-platform="https://a.example"]')?.textContent).toContain('on this wall')
    const name = find('[data-platform="https://b.example"] input') as HTMLInputElement
    name.value = 'South'
    await change(() => name.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    expect(shell.inputsOf('platforms.rename')).toEqual([{ id: 'https://b.example', name: 'South' }])
    const elsewhere = [{ platform: 'https://b.example', depth: 2 }]
    const outbox = { depth: 0, held: 0, deadLetters: [], deadLetterCount: 0, elsewhere }
    await change(() => shell.push('events.outboxChanged', outbox))
    await change(() => find('[aria-label="Remove b.example · org-2"]')?.click())
    expect(find('[data-platform="https://b.example"]')?.textContent).toContain('2 events wait here for it')
    expect(shell.inputsOf('platforms.remove')).toEqual([])
    await change(() => saying('button', 'Remove it')?.click())
    expect(shell.inputsOf('platforms.remove')).toEqual([{ id: 'https://b.example' }])
  })
})

async function openTab(name: string) {
  const changedElsewhere = fail(wallError('refused', exactMessage('address_changed')))
  const shell = new FakeShell({
    'connection.set': (sent) =>
      shell.inputsOf('connection.set').length > 1
        ? changedElsewhere
        : ok({ ...connected, address: platformAddressSchema.parse(sent) }),
  })
  const page = await openPage(shell)
  await page.press({ key: ',', ctrlKey: true })
  await page.openTab(name)
  return { ...page, shell }
}

describe('the address of a platform that several monitors change', () => {
  const address = { baseUrl: 'https://platform.example' }
  const overridden = (minutes: string) => ({
    ...address,
    overrides: platformOverridesSchema.parse({ playbackRangeMinutes: minutes }),
  })

  it('is sent with what the form began with, then with what it has sent itself', async () => {
    const { shell, find, change, typeInto, submit } = await openTab('Assumptions')
    await change(() => shell.push('connection', { ...connected, address: overridden('30') }))
    await typeInto('[data-override="paths.cameras"] input', '/v2/cameras')
    await submit('form.assumptions')
    await change(() => shell.push('connection', { ...connected, address: overridden('15') }))
    await submit('form.assumptions')
    const [first, second] = shell.inputsOf('connection.set')
    expect(first).toMatchObject({ ...address, overrides: { playbackRangeMinutes: '60' } })
    expect(first?.from).toEqual(address)
    expect(second?.from).toEqual({ ...address, overrides: first?.overrides })
    expect(find('form.assumptions .form-error')?.textContent).toContain('nothing was kept')
  })

  it('is sent with what the address form began with', async () => {
    const { shell, change, submit } = await openTab('Platform')
    const liveViewUrl = 'wss://live.platform.example'
    await change(() => shell.push('connection', { ...connected, address: { ...address, liveViewUrl } }))
    await submit('[role="tabpanel"] > form')
    expect(shell.inputsOf('connection.set')).toEqual([{ ...address, from: address }])
  })
})

describe('a pasted key', () => {
  it('is handed on without its blanks and is gone from the page', async () => {
    const shell = shellOf({ 'keys.set': () => fail(wallError('key_rejected')) })
    const form = await openForm('Paste', shell)
    form.type('baseUrl', 'https://platform.example')
    form.type('key', '  tsk_secret  ')
    await form.send()
    expect(shell.inputsOf('keys.set')).toMatchObject([{ key: 'tsk_secret' }])
    expect(form.input('key')?.value).toBe('')
    expect(form.container.innerHTML).not.toContain('tsk_secret')
  })

  it('goes with its organization where somebody knows it', async () => {
    const shell = shellOf()
    const form = await openForm('Paste', shell)
    form.type('baseUrl', 'https://platform.example')
    form.type('key', 'tsk_secret')
    form.type('orgId', ' shop ')
    await form.send()
    expect(shell.inputsOf('keys.set')).toEqual([{ key: 'tsk_secret', orgId: 'shop' }])
  })

  it.each([200, 201])(
    'of an organization of %i characters is taken where a platform may have such a one',
    async (length) => {
      const orgId = 'o'.repeat(length)
      const instant = '2026-01-01T00:00:00Z'
      const answer = { id: '1', name: 'wall', key: 'tsk_1', orgId, createdAt: instant, expiresAt: instant }
      const isTaken = createApiKeyResponse.safeParse(answer).success
      expect(wallCalls['keys.set'].input.safeParse({ key: 'tsk_1', orgId }).success).toBe(isTaken)
      const form = await openForm('Paste', shellOf())
      form.type('orgId', orgId)
      expect(form.input('orgId')?.validity.valid).toBe(isTaken)
      expect(form.input('orgId')?.title).toContain('at most 200 characters')
    },
  )

  it.each([
    ['the system offers something safe', { state: 'none', offered: 'os-keyring' }, 0],
    ['nobody knows yet what the system offers', { state: 'none' }, 0],
    ['the system offers nothing safe', { state: 'none', choices: ['plain-file', 'session'] }, 2],
    ['nothing can be kept', { state: 'none', choices: ['session'] }, 1],
  ] satisfies [string, ConnectionStatus['key'], number][])(
    'asks how it may be kept, where %s, of so many ways',
    async (_where, key, ways) => {
      const connection = { ...noConnection, key }
      const form = await openForm('Paste', shellOf({ 'wall.hello': () => ok(helloWith({ connection })) }))
      expect(form.container.querySelectorAll('input[type="radio"]')).toHaveLength(ways)
    },
  )

  it('asks after the vault has said that it is weak', async () => {
    const safe = { ...noConnection, key: { state: 'none', offered: 'os-keyring' } } as const
    const shell = shellOf({
      'wall.hello': () => ok(helloWith({ connection: safe })),
      'keys.set': () => fail(wallError('vault_weak')),
    })
    const form = await openForm('Paste', shell)
    form.type('baseUrl', 'https://platform.example')
    form.type('key', 'tsk_secret')
    await form.send()
    expect(form.container.querySelectorAll('input[type="radio"]')).toHaveLength(2)
  })
})

describe('taking over settings', () => {
  it('names the media servers that a file brings along before it is used', async () => {
    const leadsTo = 'wss://media.elsewhere.example'
    const shell = shellOf({
      'import.part': () => ok(undefined),
      'settings.import': ({ accepted }) =>
        ok(accepted.includes(leadsTo) ? [] : [{ platform: 'https://north.example', leadsTo }]),
    })
    const { container, find, send } = await openForm('Take over settings', shell)
    const field = container.querySelector<HTMLInputElement>('input[type="file"]')
    const choose = (name: string) =>
      act(async () => {
        Object.defineProperty(field, 'files', { value: [new File(['{}'], name)], configurable: true })
        field?.dispatchEvent(new Event('change', { bubbles: true }))
      })
    await choose('settings.json')
    await send()
    await expect.poll(() => find('.settings-import .form-error')?.textContent).toContain(leadsTo)
    // Another file has not been looked at.
    await choose('other.json')
    expect(find('.settings-import .form-error')).toBeNull()
    await send()
    await expect.poll(() => find('.settings-import .form-error')?.textContent).toContain(leadsTo)
    await send()
    await expect.poll(() => find('.settings-import .form-error')).toBeNull()
    expect(shell.inputsOf('settings.import')).toEqual([
      { accepted: [] },
      { accepted: [] },
      { accepted: [leadsTo] },
    ])
  })
})
