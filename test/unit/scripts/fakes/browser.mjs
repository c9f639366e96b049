#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'

/**
 * A browser's end of `--remote-debugging-pipe`: opens what it is told to (the fake host notes it) and ends with the
 * pipe; `FAKE_BROWSER` chooses what else it does.
 */
const out = new Socket({ fd: 4 })
const incoming = new Socket({ fd: 3 })
writeFileSync(join(String(process.env['FAKE_FOLDER']), 'browser.argv'), process.argv.join('\n'))

/** Of a page that has crashed the window is still there, until somebody closes it. */
let hasWindow = process.env['FAKE_BROWSER'] === 'crashes once'
const otherWindow = { type: 'page', targetId: 'page-2', url: 'https://docs.example.com/' }
let wallUrl = ''
let rest = ''
incoming.setEncoding('utf8').on('data', (text) => {
  const messages = (rest + text).split('\0')
  rest = messages.pop() ?? ''
  for (const message of messages) void handle(JSON.parse(message))
})
incoming.on('end', () => process.exit(0))

/** @param {{ id: number, method: string, params: { url?: string } }} call */
async function handle({ id, method, params }) {
  if (method === 'Target.setDiscoverTargets') {
    send({ method: 'Target.targetCreated', params: { targetInfo: { type: 'page', targetId: 'page-1' } } })
  }
  const behaviour = process.env['FAKE_BROWSER']
  if (behaviour === 'answers late') await open(params.url)
  if (method === 'Target.getTargets') {
    const wall = { type: 'page', targetId: 'page-1', url: wallUrl }
    send({ id, result: { targetInfos: hasWindow ? [otherWindow, wall] : [otherWindow] } })
    hasWindow = false
    return
  }
  send({ id, result: { sessionId: 'session-1' } })
  if (behaviour !== 'answers late') await open(params.url)
  if (params.url !== undefined && behaviour === 'closes') process.exit(0)
}

/** @param {string | undefined} url */
async function open(url) {
  if (url === undefined) return
  wallUrl = url
  const { origin, hash } = new URL(url)
  await fetch(`${origin}/page`, { method: 'POST', body: hash.slice(1) })
}

/** @param {object} message */
function send(message) {
  out.write(`${JSON.stringify(message)}\0`)
}
