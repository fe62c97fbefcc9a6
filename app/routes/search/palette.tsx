import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useFetcher, useLocation, useNavigate, useSubmit, href } from 'react-router'
import { useTranslation } from '../../i18n/use-translation'
import { THEMES } from '../../vocabulary'
import { Icon, type IconName } from '../../ui/icon'
import type { loader as search } from './page'
import { isComposing, collectPaletteKeys } from '../../ui/frame/shortcuts'
import { readRecordActs } from './record-acts'
import { UserText } from '../../ui/user-text'

export type PaletteEntry = { to: string; label: string; icon: IconName }
type Option = {
  key: string
  label: string
  detail?: string
  icon: IconName
  choose: () => void
  /** True for results of an earlier text. */
  isFormer?: boolean
}
type OfRecord = ReturnType<typeof readRecordActs>
type Section = { key: string; title: string; options: Option[] }

const QUIET_MS = 120

type PaletteProps = {
  /** The pages that this person may open. */
  pages: readonly PaletteEntry[]
  /** Actions available from anywhere. */
  actions: readonly PaletteEntry[]
  onClose: () => void
}

/** Search, pages and actions under one field; the results are those of `/search`. */
export default function Palette({ pages, actions, onClose }: PaletteProps) {
  const { t } = useTranslation(['ui', 'common'])
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [record] = useState(readRecordActs)
  const { sections, isFormer } = useSections({ pages, actions, record, text, close: () => dialog.current?.close() })
  const options = sections.flatMap((section) => section.options)
  const chosen = options[Math.min(at, options.length - 1)]
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    // In the capture phase, before a dialog under the palette, which must stay open.
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      event.preventDefault()
      event.stopPropagation()
      dialog.current?.close()
    }
    window.addEventListener('keydown', leave, true)
    // An open dialog of the page prevents all scrolling outside itself.
    const scroll = (event: Event) => event.stopPropagation()
    for (const type of ['wheel', 'touchmove']) dialog.current?.addEventListener(type, scroll, { passive: true })
    return () => window.removeEventListener('keydown', leave, true)
  }, [])
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0)
      setAt((was) => (Math.min(was, options.length - 1) + step + options.length) % options.length)
    else if (event.key === 'Enter' && !isComposing(event.nativeEvent)) {
      if (!chosen?.isFormer) chosen?.choose()
    } else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className="palette" aria-label={t('palette.title')} onClose={onClose}>
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded={chosen !== undefined}
          aria-controls={chosen && `${id}list`}
          aria-activedescendant={chosen ? `${id}${chosen.key.replaceAll(' ', '-')}` : undefined}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onFocus={() => setText(text + collectPaletteKeys(false))}
          onKeyDown={move}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
        />
        <kbd className="kbd">Esc</kbd>
      </div>
      <div
        id={`${id}list`}
        role={chosen && 'listbox'}
        aria-label={chosen && t('palette.title')}
        className="palette-list"
      >
        {sections.map((section) => (
          <div key={section.key} role="group" aria-label={section.title}>
            <p className="palette-title" aria-hidden="true">
              {section.title}
            </p>
            {section.options.map((option) => (
              <div
                key={option.key}
                id={`${id}${option.key.replaceAll(' ', '-')}`}
                role="option"
                aria-selected={option === chosen}
                className="palette-option"
                onPointerMove={() => setAt(options.indexOf(option))}
                onClick={option.choose}
              >
                <Icon name={option.icon} />
                <UserText className="palette-label">{option.label}</UserText>
                {option.detail ? <span className="palette-detail">{option.detail}</span> : null}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div role="status">{chosen || isFormer ? null : <p className="palette-none">{t('palette.none')}</p>}</div>
    </dialog>
  )
}

type Asked = Pick<PaletteProps, 'pages' | 'actions'> & { record: OfRecord; text: string; close: () => void }

function useSections({ pages, actions, record, text, close }: Asked): { sections: Section[]; isFormer: boolean } {
  const { t } = useTranslation(['ui', 'common'])
  const navigate = useNavigate()
  const submit = useSubmit()
  const { pathname, search: params } = useLocation()
  const { found, isFormer } = useFound(text)
  const words = text.trim().toLowerCase()
  const isMatch = ({ label }: { label: string }) => label.toLowerCase().includes(words)
  const isElsewhere = ({ label }: { label: string }) => !record.acts.some((act) => act.label === label)
  const go = (to: string) => () => {
    close()
    void navigate(to)
  }
  const entry = ({ to, label, icon }: PaletteEntry): Option => ({ key: to, label, icon, choose: go(to) })
  const themes = THEMES.map((theme) => ({
    key: theme,
    label: t('common:labelled', { label: t('common:theme.label'), value: t(`common:theme.${theme}`) }),
    icon: 'sun' as const,
    choose: () => {
      close()
      void submit({ theme, redirect: pathname + params }, { method: 'post', action: href('/preferences') })
    },
  }))
  const acts = record.acts.map(({ label, press }) => ({
    key: `act ${label}`,
    label,
    icon: 'play' as const,
    choose: () => {
      close()
      press()
    },
  }))
  const sections = [
    ...found.map((group) => ({
      key: group.kind,
      title: group.title,
      options: group.items.map((item) => ({
        key: item.href,
        label: item.title,
        detail: `${item.detail} · ${item.status}`,
        icon: group.icon,
        choose: go(item.href),
        isFormer,
      })),
    })),
    { key: 'record', title: record.title, options: acts.filter(isMatch) },
    { key: 'pages', title: t('palette.goTo'), options: pages.filter(isMatch).map(entry) },
    {
      key: 'actions',
      title: t('palette.actions'),
      options: [...actions.filter(isElsewhere).map(entry), ...themes].filter(isMatch),
    },
  ]
  return { sections: sections.filter((section) => section.options.length > 0), isFormer }
}

/** Returns the results once typing pauses; until then the earlier ones, which Enter does not open. */
function useFound(text: string) {
  const { load, data } = useFetcher<typeof search>()
  const words = text.trim()
  useEffect(() => {
    if (words === '') return
    const timer = setTimeout(() => void load(`${href('/search')}?q=${encodeURIComponent(words)}`), QUIET_MS)
    return () => clearTimeout(timer)
  }, [words, load])
  return { found: words === '' ? [] : (data?.groups ?? []), isFormer: data?.q !== words }
}
