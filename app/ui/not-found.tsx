import { ButtonLink } from './button'
import { Icon, type IconName } from './icon'
import { PageTitle } from './frame/page-title'

type NotFoundProps = { title: string; text: string; icon: IconName; backHref: string; backLabel: string }

/** The page for an address of something that does not exist: what is missing, and a link back. */
export function NotFound({ title, text, icon, backHref, backLabel }: NotFoundProps) {
  return (
    <div className="empty">
      <PageTitle>{title}</PageTitle>
      <span className="empty-icon">
        <Icon name={icon} size={20} />
      </span>
      <h1 className="text-xl">{title}</h1>
      <p>{text}</p>
      <div className="empty-actions">
        <ButtonLink to={backHref} icon="arrow-start">
          {backLabel}
        </ButtonLink>
      </div>
    </div>
  )
}
