import { Fragment } from 'react'
import { Panel } from '../../ui/panel'
import type { ShortcutGroup } from './shortcuts-view.server'

/** Keys and what they do, by group. */
export function ShortcutList({ groups }: { groups: readonly ShortcutGroup[] }) {
  return (
    <div className="gap-4 *:mb-4 *:break-inside-avoid lg:columns-2">
      {groups.map(({ title, rows }) => (
        <Panel key={title} title={title} flush>
          <dl className="divide-y divide-line">
            {rows.map(({ keys, does }) => (
              <div key={`${keys.join(' ')} ${does}`} className="flex items-center justify-between gap-4 px-4 py-2">
                <dt>{does}</dt>
                <dd className="flex gap-1" dir="ltr">
                  {keys.map((key) => (
                    <Fragment key={key}>
                      <kbd className="kbd kbd-shown">{key}</kbd>{' '}
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </div>
  )
}
