import * as fc from 'fast-check'

type Parts = Readonly<Record<string, fc.Arbitrary<unknown>>>
type Table = Readonly<Record<string, readonly [weight: number, parts: Parts]>>
type Drawn<Of extends Parts> = {
  readonly [Part in keyof Of]: Of[Part] extends fc.Arbitrary<infer Value> ? Value : never
}
type Happening<Of extends Table> = {
  [Kind in keyof Of]: { readonly kind: Kind } & Drawn<Of[Kind][1]>
}[keyof Of]

/** One of what can happen: by its kind, how often it does beside the others, and what it comes with. */
export function happenings<const Of extends Table>(table: Of): fc.Arbitrary<Happening<Of>> {
  const each = Object.entries(table).map(([kind, [weight, parts]]) => ({
    weight,
    arbitrary: fc.record({ kind: fc.constant(kind), ...parts }),
  }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table's own kinds and parts
  return fc.oneof(...each) as unknown as fc.Arbitrary<Happening<Of>>
}
