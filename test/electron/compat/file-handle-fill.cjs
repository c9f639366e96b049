'use strict'
/** Node 20's, for main and its threads: a file that was opened is closed at the end of its block. */
const fsPromises = require('fs/promises')

const { open } = fsPromises
const asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')

fsPromises.open = async (...given) => {
  const handle = await open(...given)
  handle[asyncDispose] ??= () => handle.close()
  return handle
}
