import { Logo } from './logo'
import { Link } from '../link'

/** Logo and product name as the link home. */
export function BrandLink({ brand, to = '/' }: { brand: string; to?: string }) {
  return (
    <Link to={to} className="brand-link">
      <Logo />
      <span className="brand-name">{brand}</span>
    </Link>
  )
}
