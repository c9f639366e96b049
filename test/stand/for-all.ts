import * as fc from 'fast-check'

/** The arguments of `fc.property` and of `fc.asyncProperty`. */
type Drawn<Values extends unknown[], Verdict> = [
  ...arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  check: (...values: Values) => Verdict,
]

/** Whatever is drawn, the check passes. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  ...drawn: Drawn<Values, boolean | void>
): void {
  fc.assert(fc.property<Values>(...drawn))
}

/** So many of what can be drawn, or such as the parameters of fast-check say. */
export function forRuns<Values extends [unknown, ...unknown[]]>(
  runs: fc.Parameters<NoInfer<Values>>,
  ...drawn: Drawn<Values, boolean | void>
): void {
  fc.assert(fc.property<Values>(...drawn), runs)
}

export function forRunsAsync<Values extends [unknown, ...unknown[]]>(
  runs: fc.Parameters<NoInfer<Values>>,
  ...drawn: Drawn<Values, Promise<boolean | void>>
): Promise<void> {
  return fc.assert(fc.asyncProperty<Values>(...drawn), runs)
}
