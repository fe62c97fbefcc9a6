import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

export const TONES = ['teal', 'grey', 'sky', 'red', 'amber', 'indigo', 'green'] as const
export type Tone = (typeof TONES)[number]

/** A state in words with a dot, or with `icon` in its place; colour never carries the meaning alone. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <>
      {' '}
      <span className={`badge tone-${tone}`}>
        {icon ? <Icon name={icon} /> : null}
        {children}
      </span>{' '}
    </>
  )
}
