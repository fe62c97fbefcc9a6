import { href } from '../../../addresses'
import { defineList, type ListState } from '../../../lists/define-list'
import { choice } from '../../../lists/list-fields'

/** All templates on one page. `given`: those in use first, by their use, most used first. */
export const templateList = defineList({
  path: href('/settings/templates'),
  fields: { sort: choice(['given', 'text', 'text-last', 'most', 'least']) },
})

export type TemplateListState = ListState<(typeof templateList)['definition']>

/** The address of the list under a dialog, or of another dialog over it. */
export const templateListUnder = (url: URL, path?: string): string =>
  templateList.href(templateList.read(url), {}, path)
