import type { Page } from 'playwright-core'
import type { TestSite } from '../conformance/start-site.ts'

/** Signs in on a first start. A test has no keyring, so the weak protection has to be chosen for the key to be kept. */
export async function signIn(page: Page, account: TestSite['account']): Promise<void> {
  await fillSignIn(page, account)
  await page.getByText('on this computer, weakly protected').click()
  await page.getByRole('button', { name: 'Sign in and make a key' }).click()
}

export async function fillSignIn(page: Page, { email, password, orgId }: TestSite['account']): Promise<void> {
  await page.getByText('has no key').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Organization').fill(orgId)
}

/** In the window of the key, which is open. */
export async function renewKey(page: Page, { email, password }: TestSite['account']): Promise<void> {
  const window = page.locator('dialog.window')
  await window.getByLabel('Email').fill(email)
  await window.getByLabel('Password').fill(password)
  await window.getByText('on this computer, weakly protected').click()
  await window.getByRole('button', { name: 'Renew the key' }).click()
  await window.getByText('The new key is in use.').waitFor()
}

/** In the window of the connection, which is open: shows another platform, and pastes its key there. */
export async function addPlatform(
  page: Page,
  { baseUrl }: TestSite,
  key: string,
  beforeItIsShown?: () => Promise<void>,
): Promise<void> {
  await page.getByText('Add a platform or an organization').click()
  const form = page.getByRole('region', { name: 'Platforms of this workstation' }).locator('form.form')
  await form.getByLabel('Address of the platform').fill(baseUrl)
  await form.getByLabel('Name', { exact: true }).fill('Warehouse')
  await beforeItIsShown?.()
  await form.getByRole('button', { name: 'Add and show it' }).click()
  await page.getByText(`no key for ${baseUrl}`).waitFor()
  await page.getByRole('tab', { name: /Paste a key/ }).click()
  await page.getByLabel('API key').fill(key)
  await page.getByText('on this computer, weakly protected').click()
  await page.getByRole('button', { name: 'Use this key' }).click()
}
