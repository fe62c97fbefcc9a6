import net from 'node:net'
import pg from 'pg'

/** How long the server may take to be reached. */
const CONNECT_LIMIT_MS = 1000
/** Leaves time within that limit for the host's other addresses. */
const ADDRESS_LIMIT_MS = 300
const KEEP_ALIVE_S = 10

/** No JIT: compiling a short statement takes longer than running it. */
const SERVER_OPTIONS = [
  '-c jit=off',
  `-c tcp_keepalives_idle=${KEEP_ALIVE_S}`,
  '-c tcp_keepalives_interval=3',
  '-c tcp_keepalives_count=3',
  `-c tcp_user_timeout=${KEEP_ALIVE_S * 1000}`,
].join(' ')

class ServerSocket extends net.Socket {
  override connect(to: number | string | net.SocketConnectOpts, host?: string | (() => void)): this {
    if (typeof to === 'number' && typeof host === 'string')
      return super.connect({ port: to, host, autoSelectFamilyAttemptTimeout: ADDRESS_LIMIT_MS })
    return typeof to === 'object' ? super.connect(to) : super.connect(String(to))
  }
}

/** A connection that opens within `connectLimitMs` or fails; each side notices when the other is gone without closing it. */
export class ServerClient extends pg.Client {
  constructor(config?: pg.ClientConfig, connectLimitMs = CONNECT_LIMIT_MS) {
    super({
      ...config,
      options: SERVER_OPTIONS,
      connectionTimeoutMillis: connectLimitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_S * 1000,
      stream: () => new ServerSocket(),
    })
  }
}
