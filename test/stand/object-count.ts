import type { CDPSession } from 'playwright-core'

/**
 * How many objects of a page have this prototype and have not been collected. `prototype` is an expression of the page,
 * `where` another one, of `one` object.
 */
export async function objectCount(cdp: CDPSession, prototype: string, where = 'true'): Promise<number> {
  const objectGroup = 'object-count'
  const { result: found } = await cdp.send('Runtime.evaluate', { expression: prototype, objectGroup })
  const { objects } = await cdp.send('Runtime.queryObjects', {
    prototypeObjectId: found.objectId ?? '',
    objectGroup,
  })
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () { return this.filter((one) => ${where}).length }`,
    returnByValue: true,
  })
  await cdp.send('Runtime.releaseObjectGroup', { objectGroup })
  return Number(result.value)
}
