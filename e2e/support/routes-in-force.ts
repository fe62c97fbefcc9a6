import { expect, type Page } from '@playwright/test'

const PROBE = '/are-routes-in-force'

/**
 * Makes `page.route` return only once it is in force. An open page gets its first route by another channel than keys and clicks, and
 * on a busy machine later: the requests of these would bypass it.
 */
export function holdRoutes(page: Page): Page {
  const route = page.route.bind(page)
  let isInForce = false
  page.route = async (...args) => {
    const given = await route(...args)
    // A page opened later has the routes from the start.
    if (isInForce || page.url() === 'about:blank') return given
    await route(`**${PROBE}`, (asked) => asked.fulfill({ status: 204 }))
    // During a navigation the page cannot be asked.
    const ask = () => page.evaluate((probe) => fetch(probe).then(({ status }) => status), PROBE).catch(() => 0)
    await expect.poll(ask, 'routes of a page that is open').toBe(204)
    isInForce = true
    return given
  }
  return page
}
