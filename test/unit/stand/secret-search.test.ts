import { expect, it } from 'vitest'
import { SecretSearch } from '../../stand/secret-search.ts'

const secret = 'p/w "1"+ä&x=\\y long enough'
const search = new SecretSearch([secret])
const base64 = (text: string) => Buffer.from(text).toString('base64')

it.each([
  ['as it is', `x${secret}y`],
  ['escaped for JSON', JSON.stringify({ secret })],
  ['escaped twice', JSON.stringify({ body: JSON.stringify({ secret }) })],
  ['percent-encoded', `?k=${encodeURIComponent(secret)}`],
  ['form-encoded', new URLSearchParams({ k: secret }).toString()],
  ['in a file', Buffer.from(secret).toString('latin1')],
  ['in a string of two bytes a character', Buffer.from(secret, 'utf16le').toString('latin1')],
  ['in hexadecimal', Buffer.from(secret).toString('hex')],
  ['base64', base64(secret)],
  ['base64url', Buffer.from(secret).toString('base64url')],
  ['base64 of something that it is in', base64(`user:${secret}, and more`)],
  ['base64 of the same a byte later', base64(`user1:${secret}, and more`)],
  ['base64 of the same two bytes later', base64(`user12:${secret}, and more`)],
])('finds a secret %s', (_how, text) => expect(search.find(text)).toBeDefined())

it('finds any token', () =>
  expect(new SecretSearch([]).find('x eyJhbGciOiJI.eyJleHAiOjE3.c2lnbmF0dXJl')).toBe('eyJhbGciOiJI'))

it('finds nothing in ordinary text', () =>
  expect(search.find('Camera 1, "Loading dock", a/b+c=d eyJ, p/w')).toBeUndefined())
