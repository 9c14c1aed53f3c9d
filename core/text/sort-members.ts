/** The same members in the order of their names, so that two objects with equal members have one JSON text. */
export function sortMembers(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
