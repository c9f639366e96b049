import { setTimeout as delay } from 'node:timers/promises'
import { decode } from 'fast-png'
import type { CDPSession } from 'playwright-core'
import { expect, it } from 'vitest'
import { sharedBrowser } from '../stand/browser.ts'
import { startHost } from '../stand/wall-stand.ts'

/** How bright a corner of the page is, of 255, each time that the screen gets another picture of it. */
async function* brightness(session: CDPSession): AsyncGenerator<number> {
  const arrived: string[] = []
  let wake: (() => void) | undefined
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    arrived.push(data)
    wake?.()
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png' })
  for (;;) {
    const next = arrived.shift()
    if (next !== undefined) yield decode(Buffer.from(next, 'base64')).data[0] ?? 0
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}

it('a page whose script stands still is covered, and is a wall again when that goes on', async () => {
  const [host, browser] = await Promise.all([startHost(), sharedBrowser()])
  try {
    const page = await browser.newPage()
    await page.goto(host.url)
    await page.locator('.stall-veil').waitFor({ state: 'attached' })
    const seen = brightness(await page.context().newCDPSession(page))
    const until = async (isIt: (bright: number) => boolean) => {
      for await (const bright of { [Symbol.asyncIterator]: () => ({ next: () => seen.next() }) })
        if (isIt(bright)) return
    }
    // In place of pictures.
    await page.evaluate(() => {
      const sheet = document.createElement('div')
      sheet.style = 'position: fixed; inset: 0; background: #fff'
      document.body.append(sheet)
    })
    await until((bright) => bright === 255)
    // Waits in script: it stands as still as in a loop that has no end, which would take a core from other tests.
    await page.route('**/late', async (route) => {
      await delay(6_000)
      await route.fulfill()
    })
    const stalled = page.evaluate(() => {
      const request = new XMLHttpRequest()
      request.open('GET', '/late', false)
      request.send()
    })
    const order: string[] = []
    await Promise.all([
      stalled.then(() => order.push('goes on')),
      until((bright) => bright < 128).then(() => order.push('covered')),
    ])
    expect(order).toEqual(['covered', 'goes on'])
    await until((bright) => bright === 255)
  } finally {
    await browser.close()
    await host.stop()
  }
})
