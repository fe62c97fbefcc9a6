import { href } from 'react-router'
import type { ReactNode } from 'react'
import { Panel } from '../../../ui/panel'

/** One file's components. The heading is the file's path, the same in every language. */
export function Part({ file, children }: { file: string; children: ReactNode }) {
  return (
    <Panel title={<code className="font-mono text-sm">{`app/ui/${file}`}</code>}>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </Panel>
  )
}

export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

export const HERE = href('/demo/kit')

/** Buttons that lead back to this page. */
export const Sample = ({ children }: { children: ReactNode }) => (
  <form action={HERE}>
    <Row>{children}</Row>
  </form>
)
