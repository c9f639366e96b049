/* oxlint-disable typescript/no-unsafe-type-assertion -- doubles are only as wide as what is used of the real thing */
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TesseraBridge } from '#contract/wall/bridge.ts'
import { pickShell, takeHostSecret } from '#renderer/shell/pick-shell.ts'
import { PreloadShell } from '#renderer/shell/preload-shell.ts'
import { WebSocketShell } from '#renderer/shell/web-socket-shell.ts'

/** A tab as far as the secret is concerned: address bar, history and what outlives a reload. */
function tab(hash: string, kept = new Map<string, string>(), search = '?monitor=2') {
  const replaced: unknown[] = []
  return {
    replaced,
    kept,
    location: { hash, pathname: '/', search, protocol: 'http:', host: '127.0.0.1:1234' },
    history: { replaceState: (...args: unknown[]) => void replaced.push(args[2]) },
    storage: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    },
  }
}

describe('takeHostSecret', () => {
  it('takes the secret out of the address at once', () => {
    const first = tab('#abc')
    expect(takeHostSecret(first)).toBe('abc')
    expect(first.replaced).toEqual(['/?monitor=2'])
  })

  it('still knows it after a reload', () => {
    const first = tab('#abc')
    takeHostSecret(first)
    const reloaded = tab('', first.kept)
    expect(takeHostSecret(reloaded)).toBe('abc')
    expect(reloaded.replaced).toEqual([])
  })

  it('takes a new one over the old', () => {
    expect(takeHostSecret(tab('#new', new Map([['tessera:host-secret', 'old']])))).toBe('new')
  })

  it('has none when none was ever given', () => {
    expect(takeHostSecret(tab(''))).toBe('')
  })
})

describe('pickShell', () => {
  afterEach(() => vi.unstubAllGlobals())

  it("takes the preload's bridge where there is one", () => {
    const bridge: TesseraBridge = {
      call: async () => ({ ok: true, value: undefined }),
      onPush: () => () => {},
      requestRelay: () => {},
    }
    const window = Object.assign(new EventTarget(), { tessera: bridge })
    expect(pickShell(window as unknown as Window)).toBeInstanceOf(PreloadShell)
  })

  it.each([
    ['?monitor=2', 2],
    ['', 1],
    ['?monitor=', 1],
    ['?monitor=0', 1],
    ['?monitor=1.5', 1],
    ['?monitor=100', 1],
    ['?monitor=first', 1],
  ])('takes the WebSocket of its own origin otherwise, at “/%s” as monitor %d', async (search, monitor) => {
    const urls: string[] = []
    const received: unknown[] = []
    vi.stubGlobal(
      'WebSocket',
      class extends EventTarget {
        constructor(url: string) {
          super()
          urls.push(url)
          queueMicrotask(() => this.dispatchEvent(new Event('open')))
        }
        send(text: string) {
          received.push(JSON.parse(text))
        }
        close() {}
      },
    )
    const { location, history, storage } = tab('#abc', new Map(), search)
    const window = Object.assign(new EventTarget(), { location, history, sessionStorage: storage })
    const shell = pickShell(window as unknown as Window)
    expect(shell).toBeInstanceOf(WebSocketShell)
    expect(urls).toEqual(['ws://127.0.0.1:1234/shell'])
    await expect.poll(() => received).toMatchObject([{ type: 'enter', monitor }])
    shell.dispose()
  })
})
