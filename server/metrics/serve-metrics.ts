import { createServer } from 'node:http'
import { explainListenError } from '../ports.ts'

const HOST = '127.0.0.1'

/** As registries of prom-client give them. */
type Source = Readonly<{ contentType: string; read(): Promise<string> }>

/** Answers GET /metrics, on this machine only. @throws {StartError} when the port cannot be used */
export async function serveMetrics(
  { metricsPort: port }: Readonly<{ metricsPort: number | null }>,
  { contentType, read }: Source,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  if (port === null) return
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      // A worker that is being replaced does not answer.
      () => response.writeHead(503).end(),
    )
  })
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve)
  })
  await explainListenError({ host: HOST, port, setting: 'METRICS_PORT' }, listening)
  cleanup.defer(() => {
    server.close()
    server.closeAllConnections()
  })
}

/** Of all workers together; called in the primary. */
export async function metricsOfWorkers(): Promise<Source> {
  const { AggregatorRegistry } = await import('prom-client')
  const all = new AggregatorRegistry()
  return { contentType: all.contentType, read: () => all.clusterMetrics() }
}
