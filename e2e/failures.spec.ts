import fs from 'node:fs'
import { expect, test } from './support/journey'
import { dataFile } from './support/own-console'

test("a page that fails to load says 'Internal Server Error!'", async ({ page }) => {
  const outbox = dataFile('outbox.jsonl')
  fs.rmSync(outbox, { force: true })
  fs.mkdirSync(outbox)
  const answer = await page.goto('/demo/outbox')
  fs.rmdirSync(outbox)
  expect(answer?.status()).toBe(500)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Oops! Something went wrong :')")
  await expect(page.getByRole('alert').getByText('Internal Server Error!')).toBeVisible()
})
