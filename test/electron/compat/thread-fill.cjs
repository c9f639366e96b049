'use strict'
/** Before the thread of an export: it has a world of its own, and Node 16 keeps the web's streams in a module. */
const { ReadableStream, WritableStream } = require('stream/web')
const { fillLanguage } = require('./language-fill.cjs')

require('./file-handle-fill.cjs')
globalThis.ReadableStream ??= ReadableStream
globalThis.WritableStream ??= WritableStream
fillLanguage(globalThis)
