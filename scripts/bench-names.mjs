/** What `npm run bench -- NAME` measures. */
export const benchNames = /** @type {const} */ ([
  'live',
  'switch',
  'recover',
  'start',
  'crash',
  'scrub',
  'sync',
  'window',
  'timeline',
  'events',
  'occupancy',
  'scale',
  'operator',
])
