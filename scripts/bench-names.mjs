/** What `npm run bench -- NAME` measures. */
export const benchNames = /** @type {const} */ ([
  'live',
  'memory',
  'switch',
  'recover',
  'start',
  'crash',
  'scrub',
  'scrub-far',
  'sync',
  'window',
  'timeline',
  'events',
  'occupancy',
  'scale',
  'operator',
])
