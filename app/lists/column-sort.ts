/** The two orders of a column, the one that is chosen first in front. */
type Orders<Order extends string> = { rising: Order; falling: Order; first?: 'rising' | 'falling' }

/** Where the head of a sortable column leads, and which way the list stands by it; no direction while it does not. */
export function columnSort<Order extends string>(
  current: Order,
  { rising, falling, first = 'rising' }: Orders<Order>,
  href: (sort: Order) => string,
): { href: string; direction?: 'ascending' | 'descending' } {
  if (current === rising) return { href: href(falling), direction: 'ascending' }
  if (current === falling) return { href: href(rising), direction: 'descending' }
  return { href: href(first === 'rising' ? rising : falling) }
}
