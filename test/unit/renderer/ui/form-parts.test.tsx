// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Field, Form, Problem } from '#renderer/ui/form-parts.tsx'

/** Tells React that `act` is meant: https://react.dev/reference/react/act */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const change = (action: () => void) =>
  act(async () => {
    action()
  })

async function openForm() {
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  onTestFinished(() => change(() => root.unmount()))
  const onSend = vi.fn()
  await change(() =>
    root.render(
      <Form onSend={onSend}>
        <Field label="Address" name="address" type="url" required placeholder="https://platform.example" />
        <Field label="E-mail" name="email" type="email" required />
        <Field label="PIN" name="pin" minLength={4} required />
        <Field label="Organization" name="orgId" pattern=".{1,3}" title="At most 3 characters." />
        <Field label="Days" name="days" type="number" min={1} max={9} required defaultValue={3} />
        <input type="checkbox" name="consent" required />
        <Problem />
      </Form>,
    ),
  )
  const said = () => place.querySelector('[role="alert"]')?.textContent
  const send = () => change(() => place.querySelector('form')?.requestSubmit())
  const type = (name: string, value: string) =>
    change(() => {
      const input = place.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (input !== null) input.value = value
    })
  return { place, onSend, said, send, type }
}

it('says in its own words what the first field that is not right needs, and puts the keys there', async () => {
  const { place, onSend, said, send, type } = await openForm()
  const bubbles: Event[] = []
  place.addEventListener('invalid', (event) => event.defaultPrevented || bubbles.push(event), true)
  const steps = [
    ['address', '', '“Address” is missing.'],
    ['address', 'platform', '“Address” is not a whole address, such as https://platform.example.'],
    ['address', 'https://platform.example', '“E-mail” is missing.'],
    ['email', 'x', '“E-mail” is not an e-mail address.'],
    ['email', 'x@y.example', '“PIN” is missing.'],
    ['pin', '12', '“PIN” needs at least 4 characters.'],
    ['pin', '1234', 'Tick the box to go on.'],
  ] as const
  for (const [name, value, words] of steps) {
    await type(name, value)
    await send()
    expect(said()).toBe(words)
  }
  expect(document.activeElement).toBe(place.querySelector('[name="consent"]'))
  await type('orgId', 'four')
  await send()
  expect(said()).toBe('At most 3 characters.')
  await type('orgId', 'abc')
  await type('days', '12')
  await send()
  expect(said()).toBe('“Days” is a whole number from 1 to 9.')
  expect(document.activeElement).toBe(place.querySelector('[name="days"]'))
  expect(onSend).not.toHaveBeenCalled()
  expect(bubbles).toEqual([])
})

it('says nothing more about it once the form was sent', async () => {
  const { place, onSend, said, send, type } = await openForm()
  await send()
  expect(said()).toBeDefined()
  for (const [name, value] of [
    ['address', 'https://a.example'],
    ['email', 'x@y.example'],
    ['pin', '1234'],
  ] as const) {
    await type(name, value)
  }
  const consent = place.querySelector<HTMLInputElement>('[name="consent"]')
  if (consent !== null) consent.checked = true
  await send()
  expect(onSend).toHaveBeenCalledTimes(1)
  expect(said()).toBeUndefined()
})
