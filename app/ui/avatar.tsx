import { PSEUDONYM_MARK } from '../pseudonyms'

type AvatarProps = { name: string; size?: 'small' | 'normal' | 'large' }

/** A person's initials, hidden from screen readers, which read the name beside them. */
export function Avatar({ name, size = 'normal' }: AvatarProps) {
  return (
    <>
      <span className={size === 'normal' ? 'avatar' : `avatar avatar-${size}`} aria-hidden>
        {initials(name)}
      </span>{' '}
    </>
  )
}

/** The first letters of the first and the last word, or the first character of a one-word name, as in Chinese. A dash for an erased person. */
export function initials(name: string): string {
  if (name.startsWith(PSEUDONYM_MARK)) return '–'
  const words = name.trim().split(/\s+/)
  const firsts = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return firsts.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
