import type Plot from 'uplot'

/** With the first curve: a wall that nobody asks for occupancy does not load it. */
export async function loadPlot(): Promise<typeof Plot> {
  const [{ default: library }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')])
  return library
}
