// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { wallError } from '../../../../src-contract/errors.ts'
import { fail, ok } from '../../../../src-contract/result.ts'
import type { ConnectionStatus } from '../../../../src-contract/wall/connection.ts'
import { noConnection } from '../../../../src-renderer/wall/session-store.ts'
import { connected, FakeShell, helloWith } from '../fake-shell.ts'
import { openPage } from './page.ts'

async function openForm(way: string, shell: FakeShell) {
  const page = await openPage(shell)
  const tab = [...page.container.querySelectorAll<HTMLElement>('[role="tab"]')].find((element) =>
    element.textContent?.includes(way),
  )
  await act(async () => tab?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })))
  const input = (name: string) => page.container.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  const type = (name: string, value: string) => {
    const field = input(name)
    if (field !== null) field.value = value
  }
  const send = () =>
    act(async () =>
      page.find('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    )
  return { ...page, input, type, send }
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

  it('asks how it may be kept only where the system offers nothing safe', async () => {
    const safe = { ...noConnection, key: { state: 'none', offered: 'os-keyring' } } as const
    const shell = shellOf({ 'wall.hello': () => ok(helloWith({ connection: safe })) })
    const protectedForm = await openForm('Paste', shell)
    expect(protectedForm.container.querySelectorAll('[role="radio"]')).toHaveLength(0)
    const unknownYet = await openForm('Paste', shellOf())
    expect(unknownYet.container.querySelectorAll('[role="radio"]')).toHaveLength(0)
    const weak: ConnectionStatus = {
      ...noConnection,
      key: { state: 'none', choices: ['plain-file', 'session'] },
    }
    const weakForm = await openForm(
      'Paste',
      shellOf({ 'wall.hello': () => ok(helloWith({ connection: weak })) }),
    )
    expect(weakForm.container.querySelectorAll('[role="radio"]')).toHaveLength(2)
    const none: ConnectionStatus = { ...noConnection, key: { state: 'none', choices: ['session'] } }
    const sessionForm = await openForm(
      'Paste',
      shellOf({ 'wall.hello': () => ok(helloWith({ connection: none })) }),
    )
    expect(sessionForm.container.querySelectorAll('[role="radio"]')).toHaveLength(1)
  })

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
    expect(form.container.querySelectorAll('[role="radio"]')).toHaveLength(2)
  })
})
