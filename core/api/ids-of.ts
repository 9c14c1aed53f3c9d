/** The IDs of a table's rows, in its order. */
export function idsOf<Table extends object>(table: Table): readonly (string & keyof Table)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table is a constant with these keys alone
  return Object.keys(table) as (string & keyof Table)[];
}
