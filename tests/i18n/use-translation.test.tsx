import { renderToReadableStream } from 'react-dom/server'
import { expect, it } from 'vitest'
import { makeTranslator } from '../../app/i18n/translator'
import { TextsContext, useTranslation } from '../../app/i18n/use-translation'

function Page() {
  const { t } = useTranslation('users')
  const { t: notes } = useTranslation(['notes', 'common'])
  return `${t('title')}, ${notes('title')}, ${notes('save')}`
}

it('a component waits for all the namespaces it needs, in whatever order they load', async () => {
  const translator = makeTranslator('en', { common: { save: 'Save' } })
  const ready = new Map<string, Promise<void>>()
  translator.load = (namespace) => {
    const known = ready.get(namespace)
    if (known) return known
    const slow = ready.size * 20
    const loading = new Promise<void>((resolve) => setTimeout(resolve, slow)).then(() =>
      translator.add(namespace, { title: namespace.toUpperCase() }),
    )
    ready.set(namespace, loading)
    return loading
  }
  const page = await renderToReadableStream(
    <TextsContext value={translator}>
      <p>
        <Page />
      </p>
    </TextsContext>,
  )
  expect(await new Response(page).text()).toBe('<p>USERS, NOTES, Save<!-- --></p>')
})
