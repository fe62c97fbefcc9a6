import { PSEUDONYM_MARK } from '../pseudonyms'

type AvatarProps = { name: string; size?: 'small' | 'normal' | 'large' }

/** The initials of a person beside their name, which is what readers get. */
export function Avatar({ name, size = 'normal' }: AvatarProps) {
  return (
    <>
      <span className={size === 'normal' ? 'avatar' : `avatar avatar-${size}`} aria-hidden>
        {initials(name)}
      </span>{' '}
    </>
  )
}

/**
 * First letters of the first and the last word; the first character of a name written in one, as Chinese ones are. None of
 * somebody who was erased.
 */
export function initials(name: string): string {
  if (name.startsWith(PSEUDONYM_MARK)) return '–'
  const words = name.trim().split(/\s+/)
  const firsts = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return firsts.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
