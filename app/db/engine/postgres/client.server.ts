import net from 'node:net'
import pg from 'pg'

/** How long the server may take to be reached. */
const CONNECT_LIMIT_MS = 1000
/** A silent address of its name leaves the next ones time within that. */
const ADDRESS_LIMIT_MS = 300

class ServerSocket extends net.Socket {
  override connect(to: number | string | net.SocketConnectOpts, host?: string | (() => void)): this {
    if (typeof to === 'number' && typeof host === 'string')
      return super.connect({ port: to, host, autoSelectFamilyAttemptTimeout: ADDRESS_LIMIT_MS })
    return typeof to === 'object' ? super.connect(to) : super.connect(String(to))
  }
}

/** A connection to the server, which is reached soon or not at all. */
export class ServerClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_LIMIT_MS, stream: () => new ServerSocket() })
  }
}
