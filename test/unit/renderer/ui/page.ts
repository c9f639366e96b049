import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { ok } from '#contract/result.ts'
import { openWall } from '#renderer/ui/open-wall.tsx'
import type { Hello } from '#renderer/wall/shell-sync.ts'
import { FakeClock } from '../fake-clock.ts'
import { FakeLiveWall } from '../fake-live-wall.ts'
import { type Answers, FakeShell, helloWith } from '../fake-shell.ts'

/** Tells React that `act` is meant: https://react.dev/reference/react/act */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const press = (...keys: readonly (string | KeyboardEventInit)[]) =>
  act(async () => {
    for (const key of keys) {
      const init = typeof key === 'string' ? { key } : key
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    }
  })

/** Twice at one place, as fast as a double click, on what is there each time; something may happen in between. */
export async function doubleClick(there: () => Element | null | undefined, between?: () => void) {
  for (const detail of [1, 2]) {
    if (detail === 2) await act(async () => between?.())
    const on = there()
    const init = { bubbles: true, cancelable: true, detail }
    const events = [new PointerEvent('pointerdown', { ...init, detail: 0 }), new MouseEvent('click', init)]
    if (detail === 2) events.push(new MouseEvent('dblclick', init))
    // The page is drawn again after each, as in a browser.
    for (const event of events) await act(async () => void on?.dispatchEvent(event))
  }
}

/** The whole page over a fake shell and a fake engine, in the document of the test; closed at its end. */
export async function openPage(shell = new FakeShell()) {
  const clock = new FakeClock(Date.parse('2026-11-20T14:32:07'))
  const live = new FakeLiveWall()
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  let stop: (() => void) | undefined
  let isInUse: (() => boolean) | undefined
  await act(async () => {
    stop = await openWall({
      window,
      root: createRoot(container),
      marked: container,
      shell,
      clock,
      makeLive: (_session, asked) => {
        isInUse = asked
        return live
      },
    })
  })
  const close = () =>
    act(async () => {
      stop?.()
      stop = undefined
    })
  onTestFinished(close)

  const find = (selector: string) => container.querySelector<HTMLElement>(selector)
  /** The first of them that begins with these words. */
  const saying = (selector: string, words: string) =>
    [...container.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent?.startsWith(words))
  const openTab = (name: string) =>
    act(async () => {
      const pressed = new MouseEvent('mousedown', { bubbles: true, button: 0 })
      saying('[role="tab"]', name)?.dispatchEvent(pressed)
    })
  const tile = (number: number) => find(`[data-tile="${number}"]`)
  /** Into a field that React listens to: past its own tracking of the value. */
  const typeInto = (selector: string, words: string) =>
    act(async () => {
      const field = find(selector)
      if (field === null) throw new Error(`there is no ${selector}`)
      const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const submit = (selector: string) =>
    act(async () => find(selector)?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  return {
    clock,
    live,
    isInUse: () => isInUse?.(),
    shell,
    container,
    press,
    find,
    saying,
    openTab,
    tile,
    typeInto,
    submit,
    change: (run: () => unknown) => act(async () => void (await run())),
    close,
  }
}

/** The same, of a shell that greets it with this. */
export const openPageWith = (hello: Partial<Hello>, answers: Answers = {}) =>
  openPage(new FakeShell({ 'wall.hello': () => ok(helloWith(hello)), ...answers }))
