import { expect, type Page } from '@playwright/test'

const PROBE = '/are-routes-in-force'

/**
 * `page.route` that has taken hold once it returns. A page that is open already is told of its first one by another way than of keys and
 * clicks, and on a busy machine later: what these ask for would go past it.
 */
export function holdRoutes(page: Page): Page {
  const route = page.route.bind(page)
  let isInForce = false
  page.route = async (...args) => {
    const given = await route(...args)
    // A page that is yet to come has them from its beginning.
    if (isInForce || page.url() === 'about:blank') return given
    await route(`**${PROBE}`, (asked) => asked.fulfill({ status: 204 }))
    // While one document takes the place of another nothing can be asked.
    const ask = () => page.evaluate((probe) => fetch(probe).then(({ status }) => status), PROBE).catch(() => 0)
    await expect.poll(ask, 'routes of a page that is open').toBe(204)
    isInForce = true
    return given
  }
  return page
}
