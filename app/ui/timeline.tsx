import type { ReactNode } from 'react'
import type { Tone } from './badge'
import { Icon, type IconName } from './icon'
import { UserText } from './user-text'

type TimelineItem = {
  key: string
  icon: IconName
  tone: Tone
  title: ReactNode
  /** Who did it. */
  person?: ReactNode
  /** A `Time`. */
  time: ReactNode
  /** What was said: notes, a reason, a list. */
  note?: ReactNode
}

/** A list of events, in the order given. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="timeline">
      {items.map((item) => (
        <li key={item.key} className="timeline-event">
          <span className={`timeline-mark tone-${item.tone}`}>
            <Icon name={item.icon} />
          </span>
          <div className="min-w-0">
            <p className="timeline-title">
              {item.title} <span className="timeline-soft">{item.time}</span>
            </p>
            {item.person ? <p className="timeline-soft">{item.person}</p> : null}
            {item.note ? <div className="timeline-words">{item.note}</div> : null}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** An event's note and list of requested items; null when it has neither. */
export const eventNote = ({ note, items }: { note: string | null; items: readonly string[] }): ReactNode =>
  note || items.length > 0 ? (
    <>
      {note ? <UserText as="p">{note}</UserText> : null}
      {items.length > 0 ? <UserTexts items={items} /> : null}
    </>
  ) : null

/** A list of texts that people wrote, in their order. */
export function UserTexts({ items }: { items: readonly string[] }) {
  return (
    <ol className="list-decimal ps-5">
      {items.map((item, index) => (
        <li key={index} className="wrap-anywhere">
          <UserText>{item}</UserText>
        </li>
      ))}
    </ol>
  )
}
