import { href } from '../../../addresses'
import { defineList, type ListState } from '../../../lists/define-list'
import { choice } from '../../../lists/list-fields'

/** All templates on one page; as given: those in use first, by what they are for, the most used first. */
export const templateList = defineList({
  path: href('/settings/templates'),
  fields: { sort: choice(['given', 'text', 'text-last', 'most', 'least']) },
})

export type TemplateListState = ListState<(typeof templateList)['definition']>

/** The list as it stands under a dialog, or another dialog over it. */
export const templateListUnder = (url: URL, path?: string): string =>
  templateList.href(templateList.read(url), {}, path)
