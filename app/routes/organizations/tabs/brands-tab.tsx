import { href } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation'
import { ButtonLink } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Facts } from '../../../ui/facts'
import { Panel } from '../../../ui/panel'
import { BrandColor } from './brand-color'
import { EditLink, type EditHref } from '../edit-link'
import type { ContentOf } from './tab-content.server'
import { UserText } from '../../../ui/user-text'

type BrandsTabProps = { brands: ContentOf<'brands'>['brands']; editHref: EditHref }
type Brand = BrandsTabProps['brands'][number]

export function BrandsTab({ brands, editHref }: BrandsTabProps) {
  const { t } = useTranslation('organizations')
  return (
    <div className="grid gap-4">
      {editHref ? (
        <div>
          <ButtonLink
            to={editHref(({ id }) => href('/organizations/:id/brands/new', { id }))}
            preventScrollReset
            size="small"
            icon="plus"
          >
            {t('brand.add')}
          </ButtonLink>
        </div>
      ) : null}
      {brands.length === 0 ? (
        <EmptyState title={t('brand.emptyTitle')} text={t('brand.emptyText')} icon="tag" />
      ) : (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {brands.map((brand) => (
            <BrandPanel key={brand.id} brand={brand} editHref={editHref} />
          ))}
        </div>
      )}
    </div>
  )
}

function BrandPanel({ brand, editHref }: { brand: Brand; editHref: EditHref }) {
  const { t } = useTranslation('organizations')
  return (
    <Panel
      title={<UserText>{brand.name}</UserText>}
      actions={
        editHref ? (
          <>
            <EditLink
              editHref={editHref}
              dialog={({ id }) => href('/organizations/:id/brands/:brandId/edit', { id, brandId: brand.id })}
              section={brand.name}
            />
            <ButtonLink
              to={editHref(({ id }) => href('/organizations/:id/brands/:brandId/remove', { id, brandId: brand.id }))}
              preventScrollReset
              variant="quiet"
              size="small"
              icon="trash"
              iconOnly
            >
              {t('brand.removeNamed', { name: brand.name })}
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      <Facts
        columns="one"
        facts={[
          { label: t('brand.localName'), value: brand.localName && <UserText>{brand.localName}</UserText> },
          { label: t('brand.slogan'), value: brand.slogan && <UserText>{brand.slogan}</UserText> },
          { label: t('brand.primaryColor'), value: <BrandColor color={brand.primary} /> },
          { label: t('brand.secondaryColor'), value: <BrandColor color={brand.secondary} /> },
          { label: t('brand.countries'), value: brand.countries.join(' · ') },
        ]}
      />
    </Panel>
  )
}
