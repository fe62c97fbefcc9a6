import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state'
import { Facts } from '../../ui/facts'
import { Panel } from '../../ui/panel'
import type { ContentOf } from './tab-content.server'

export function BrandsTab({ brands }: { brands: ContentOf<'brands'>['brands'] }) {
  const { t } = useTranslation('organizations')
  if (brands.length === 0) return <EmptyState title={t('brand.emptyTitle')} text={t('brand.emptyText')} icon="tag" />
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {brands.map((brand) => (
        <Panel key={brand.id} title={brand.name}>
          <Facts
            columns="one"
            facts={[
              { label: t('brand.localName'), value: brand.localName && <bdi>{brand.localName}</bdi> },
              { label: t('brand.slogan'), value: brand.slogan && <bdi>{brand.slogan}</bdi> },
              { label: t('brand.primaryColor'), value: <Color hex={brand.primaryColor} /> },
              { label: t('brand.secondaryColor'), value: <Color hex={brand.secondaryColor} /> },
              { label: t('brand.countries'), value: brand.countries.join(' · ') },
            ]}
          />
        </Panel>
      ))}
    </div>
  )
}

/** The colour itself beside its number; drawn as a picture because inline styles are forbidden. */
function Color({ hex }: { hex: string }) {
  return (
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 16 16" className="size-4 text-edge" aria-hidden>
        <rect x="0.5" y="0.5" width="15" height="15" rx="4" fill={hex} stroke="currentColor" />
      </svg>
      <code className="code">{hex}</code>
    </span>
  )
}
