import type { Page } from 'playwright-core'

const roles = new Set([
  'button',
  'checkbox',
  'combobox',
  'listbox',
  'option',
  'radio',
  'region',
  'slider',
  'spinbutton',
  'tab',
  'textbox',
])

/** The controls of a page as Chromium tells them to a screen reader, and those of them without a name. */
export async function controlsOf(
  page: Page,
): Promise<{ readonly count: number; readonly nameless: unknown[] }> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const controls = nodes.filter(({ ignored, role }) => !ignored && roles.has(String(role?.value)))
  const nameless = controls.filter(({ name }) => String(name?.value ?? '').trim() === '')
  return { count: controls.length, nameless }
}
