/** The name of a row for its controls; where another row has the same, with what else tells them apart. */
export function nameApart<Row>(rows: readonly Row[], row: Row, nameOf: (row: Row) => string, mark: string): string {
  const name = nameOf(row)
  return rows.some((other) => other !== row && nameOf(other) === name) ? `${name}, ${mark}` : name
}
