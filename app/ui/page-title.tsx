import { useTranslation } from '../i18n/use-translation'

/** What the tab and the history are called: the page first, then the product. */
export function PageTitle({ children }: { children: string }) {
  const { t } = useTranslation()
  return <title>{`${children} · ${t('product')}`}</title>
}
