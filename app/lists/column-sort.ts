/** The two orders of a column; `first` is the one chosen first. */
type Orders<Order extends string> = { rising: Order; falling: Order; first?: 'rising' | 'falling' }

/** The link of a sortable column head, and the direction of the current order; no direction when the list is sorted by another column. */
export function columnSort<Order extends string>(
  current: Order,
  { rising, falling, first = 'rising' }: Orders<Order>,
  href: (sort: Order) => string,
): { href: string; direction?: 'ascending' | 'descending' } {
  if (current === rising) return { href: href(falling), direction: 'ascending' }
  if (current === falling) return { href: href(rising), direction: 'descending' }
  return { href: href(first === 'rising' ? rising : falling) }
}
