/** An event that has been judged and is to be stored: a row of its table. Crosses to the writer's thread. */
export type NewCount =
  | {
      readonly table: 'passage'
      readonly source: number
      readonly moment: number
      readonly people: number
    }
  | {
      readonly table: 'zone_count'
      readonly source: number
      readonly atMs: number
      readonly count: number
    }
