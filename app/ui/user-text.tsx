import { useContext, type HTMLAttributes } from 'react'
import { textLanguage } from '../i18n/text-language'
import { TextsContext } from '../i18n/use-translation'
import { breakLongWords } from './long-words'

type UserTextProps = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as?: 'bdi' | 'p' | 'span'
  children?: string | null
}

/** A name or text that a partner or colleague wrote, with its own direction and language. */
export function UserText({ as: Tag = 'bdi', children, ...rest }: UserTextProps) {
  const lang = useTextLanguage(children ?? '')
  const texts = useContext(TextsContext)
  return (
    <Tag {...(Tag !== 'bdi' && { dir: 'auto' })} lang={lang} {...rest}>
      {children && breakLongWords(texts ? texts.read(children) : children)}
    </Tag>
  )
}

/** A sentence with names in it, each marked by `isolateName`. */
export const Sentence = ({ children }: { children: string }) =>
  children.split(/[\u2068\u2069]/).map((part, at) => (at % 2 ? <UserText key={at}>{part}</UserText> : part))

/** The `lang` of such a text, for callers that draw its parts themselves. */
export function useTextLanguage(text: string): string | undefined {
  return textLanguage(text, useContext(TextsContext)?.language ?? '')
}
