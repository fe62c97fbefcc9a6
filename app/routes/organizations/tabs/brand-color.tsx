import type { ColorView } from './color-view.server'
import { useTranslation } from '../../../i18n/use-translation'

/** A colour with its code and contrast; drawn as SVG because inline styles are forbidden. */
export function BrandColor({ color }: { color: ColorView }) {
  const { t } = useTranslation('organizations')
  const { hex, onWhite, textOnIt } = color
  return (
    <span className="grid gap-1">
      <span className="flex items-center gap-2">
        <svg viewBox="0 0 16 16" className="size-4 text-edge" aria-hidden>
          <rect x="0.5" y="0.5" width="15" height="15" rx="4" fill={hex} stroke="currentColor" />
        </svg>
        <code className="code">{hex}</code>
      </span>
      <span className="text-sm text-ink-soft">
        {t('brand.onWhite', { ratio: onWhite.ratio })} · {t(onWhite.passes ? 'brand.passes' : 'brand.fails')}
      </span>
      <span className="text-sm text-ink-soft">
        {t(textOnIt.ink === 'white' ? 'brand.whiteOnIt' : 'brand.blackOnIt', { ratio: textOnIt.ratio })} ·{' '}
        {t('brand.passes')}
      </span>
    </span>
  )
}
