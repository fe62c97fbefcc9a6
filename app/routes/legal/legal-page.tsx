import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import type { loader as rootLoader } from '../../root'
import { PlainFrame } from '../../ui/frame/plain/plain-frame'
import { ButtonLink } from '../../ui/button'
import { PageTitle } from '../../ui/frame/page-title'
import { LanguageMenu } from '../../ui/frame/preference-menus'
import type { Moment } from '../../i18n/moment'

type LegalSection = { id: string; title: string; text: string; items?: readonly string[] }

type LegalPageProps = {
  title: string
  intro: string
  inForce: Moment
  sections: readonly LegalSection[]
  signInHref: string
  /** A link to the other legal page. */
  other: ReactNode
}

/** Plain text in numbered sections, with a link back to sign-in above and below it. */
export function LegalPage({ title, intro, inForce, sections, signInHref, other }: LegalPageProps) {
  const { t } = useTranslation(['legal', 'common'])
  const root = useRouteLoaderData<typeof rootLoader>('root')
  if (!root) return null
  const back = (
    <ButtonLink to={signInHref} icon="arrow-start" variant="quiet">
      {t('legal:backToSignIn')}
    </ButtonLink>
  )
  return (
    <PlainFrame
      brand={t('common:product')}
      menus={<LanguageMenu language={root.language} />}
      footer={other}
      toasts={root.toasts}
    >
      <PageTitle>{title}</PageTitle>
      <article className="w-full max-w-[42rem]">
        <p className="-ms-3">{back}</p>
        <h1 className="mt-4 text-xl hyphens-auto sm:text-2xl">{title}</h1>
        <p className="mt-1 text-sm text-ink-soft">
          <time dateTime={inForce.at}>{t('legal:inForceSince', { date: inForce.text })}</time>
        </p>
        <p className="mt-5 text-lg">{intro}</p>
        {sections.map((section, index) => (
          <section key={section.id} aria-labelledby={section.id} className="mt-7">
            <h2 id={section.id} className="text-lg">
              <span className="me-2 text-ink-soft tabular-nums">{index + 1}.</span>
              {section.title}
            </h2>
            <p className="mt-1.5">{section.text}</p>
            {section.items ? (
              <ul className="mt-2 list-disc space-y-1 ps-5">
                {section.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
        <p className="-ms-3 mt-8">{back}</p>
      </article>
    </PlainFrame>
  )
}
