import { Link } from 'react-router'
import { Logo } from './logo'

/** Logo and name of the product as the way home. */
export function BrandLink({ brand, to = '/' }: { brand: string; to?: string }) {
  return (
    <Link to={to} className="brand-link">
      <Logo />
      <span className="brand-name">{brand}</span>
    </Link>
  )
}
