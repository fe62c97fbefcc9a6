import type { RequestHandler } from 'express'

const HSTS_S = 365 * 24 * 3600

const FIXED: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
}

/** Lets nothing run or load; for answers that are not pages of the console. */
export const INERT_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const contentPolicy = (nonce: string, connect = "'self'"): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')

/** Defaults for every answer; a route that sets one of these headers wins. */
export function securityHeaders(settings: { isHttps: boolean; isDevelopment: boolean }): RequestHandler {
  const connect = settings.isDevelopment ? "'self' ws:" : "'self'"
  return (_request, response, next) => {
    for (const [name, value] of Object.entries(FIXED)) response.setHeader(name, value)
    response.setHeader('Content-Security-Policy', contentPolicy(response.locals.requestInfo.nonce, connect))
    if (settings.isHttps) response.setHeader('Strict-Transport-Security', `max-age=${HSTS_S}; includeSubDomains`)
    next()
  }
}
