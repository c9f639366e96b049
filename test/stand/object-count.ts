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

/** How many objects of the engine itself have this name, such as `RTCIceTransport`, of which no script need have heard. */
export async function engineObjectCount(cdp: CDPSession, name: string): Promise<number> {
  let text = ''
  const onChunk = ({ chunk }: { chunk: string }) => {
    text += chunk
  }
  cdp.on('HeapProfiler.addHeapSnapshotChunk', onChunk)
  await cdp.send('HeapProfiler.takeHeapSnapshot', {})
  cdp.off('HeapProfiler.addHeapSnapshotChunk', onChunk)
  const { snapshot, nodes, strings } = JSON.parse(text) as HeapSnapshot
  const { node_fields: fields } = snapshot.meta
  const nameAt = fields.indexOf('name')
  let count = 0
  for (let at = nameAt; at < nodes.length; at += fields.length)
    if (strings[nodes[at] ?? -1] === name) count += 1
  return count
}

interface HeapSnapshot {
  readonly snapshot: { readonly meta: { readonly node_fields: readonly string[] } }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}
