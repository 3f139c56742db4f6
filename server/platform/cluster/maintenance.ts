import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { sitePaths } from '#rules/paths.ts'
import type { Config } from '../config.ts'
import { errorsBody, HttpError, PLAIN_PAGE_POLICY, plainPage } from '../http/http-error.ts'

const SENTENCE = '새 버전을 준비하고 있어요. 잠시 후 다시 시도해 주세요.'
const RETRY_SECONDS = 10

/**
 * Answers on the site's port while data are migrated, so that visitors get a sentence instead of a refused connection.
 */
export class MaintenanceServer {
  readonly #config: Pick<Config, 'host' | 'port'>
  #server: Server | undefined

  constructor(config: Pick<Config, 'host' | 'port'>) {
    this.#config = config
  }

  open(): void {
    const { host, port } = this.#config
    const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, answer)
    server.on('error', () => {})
    this.#server = server.listen({ host, port })
  }

  close(): void {
    this.#server?.close()
    this.#server?.closeAllConnections()
    this.#server = undefined
  }
}

function answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('connection', 'close')
  if (url === sitePaths.healthz) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'ok' }))
    return
  }
  response.statusCode = 503
  response.setHeader('retry-after', RETRY_SECONDS)
  if (headers.accept?.includes('text/html')) {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', PLAIN_PAGE_POLICY)
    response.end(plainPage(SENTENCE))
  } else {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(errorsBody(new HttpError(503, 'UNAVAILABLE'))))
  }
}
