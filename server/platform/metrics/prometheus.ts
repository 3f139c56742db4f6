import { createServer } from 'node:http'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { errorMessages } from '#rules/errors.ts'
import type { Database } from '../database/connect.ts'
import { explainListenError } from '../ports.ts'
import type { Metrics } from './metrics.ts'
import { addSiteFigures, type FiguresOptions } from './site-figures.ts'

export type Prometheus = Metrics &
  Readonly<{
    addSiteFigures(db: Database, options: FiguresOptions): void
    contentType: string
    read(): Promise<string>
  }>

/** Upper bounds of a request's seconds. Few, because each route has them all. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5]

export function createPrometheus(): Prometheus {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  AggregatorRegistry.setRegistries(registry)
  new AggregatorRegistry()

  const requests = new Histogram({
    name: 'matnanum_request_duration_seconds',
    help: 'Requests that were answered, by route, or operation of the API, and status',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const errors = new Counter({
    name: 'matnanum_errors_total',
    help: 'Errors that were answered, by code; of the API mostly with status 200',
    labelNames: ['code'],
    registers,
  })
  // Series start at 0: Prometheus sees no increase in the first value of a series.
  for (const code of Object.keys(errorMessages)) errors.inc({ code }, 0)

  const caches = new Map<string, Parameters<Metrics['watchCache']>[1]>()
  new Gauge({
    name: 'matnanum_cache_bytes',
    help: 'Size of the responses that a cache keeps',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [name, { bytes }] of caches) this.set({ cache: name }, bytes)
    },
  })
  new Counter({
    name: 'matnanum_cache_reads_total',
    help: 'Responses that were asked of a cache, by whether it had them',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of caches) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })

  const pools: Parameters<Metrics['watchPool']>[0][] = []
  new Gauge({
    name: 'matnanum_database_connections',
    help: 'Connections of the pool by state; waiting are the requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset()
      for (const { totalCount, idleCount, waitingCount } of pools) {
        this.inc({ state: 'busy' }, totalCount - idleCount)
        this.inc({ state: 'idle' }, idleCount)
        this.inc({ state: 'waiting' }, waitingCount)
      }
    },
  })

  const queues = new Map<string, () => number>()
  new Gauge({
    name: 'matnanum_waiting',
    help: 'How many wait for their turn',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, read] of queues) this.set({ queue }, read())
    },
  })

  let replicas: Parameters<Metrics['watchReplicas']>[0] = { states: () => [] }
  new Gauge({
    name: 'matnanum_replica_used',
    help: 'Whether every process reads from a replica: 0 while it is left out',
    labelNames: ['replica'],
    registers,
    aggregator: 'min',
    collect() {
      for (const { replica, isUsed } of replicas.states()) this.set({ replica }, isUsed ? 1 : 0)
    },
  })
  new Gauge({
    name: 'matnanum_replica_lag_bytes',
    help: 'How far a replica is behind the log of the primary, as last seen',
    labelNames: ['replica'],
    registers,
    aggregator: 'max',
    collect() {
      for (const { replica, lagBytes } of replicas.states()) this.set({ replica }, lagBytes)
    },
  })
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    addSiteFigures: (db, options) => addSiteFigures(registry, db, options),
    countRequest: ({ route, status, seconds }) => requests.observe({ route, status }, seconds),
    countError: (code) => errors.inc({ code }),
    watchCache: (name, cache) => void caches.set(name, cache),
    watchPool: (pool) => void pools.push(pool),
    watchQueue: (name, read) => void queues.set(name, read),
    watchReplicas: (watched) => {
      replicas = watched
    },
  }
}

const HOST = '127.0.0.1'

type Source = Readonly<{ contentType: string; read(): Promise<string> }>

const OWN_NAMES = ['127.0.0.1', '[::1]', 'localhost']

/** Guards against DNS rebinding: a foreign page could otherwise read the metrics in a browser of this machine. */
const isOfThisMachine = (host = '') => OWN_NAMES.includes(host.toLowerCase().replace(/:\d+$/, ''))

/** Answers GET /metrics, on this machine only. @throws {StartError} when the port cannot be used */
export async function serveMetrics(
  { metricsPort: port }: Readonly<{ metricsPort: number | null }>,
  { contentType, read }: Source,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  if (port === null) return
  const server = createServer((request, response) => {
    if (!isOfThisMachine(request.headers.host)) return response.writeHead(403).end()
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

export async function metricsOfWorkers(): Promise<Source> {
  const { AggregatorRegistry } = await import('prom-client')
  const all = new AggregatorRegistry()
  return { contentType: all.contentType, read: () => all.clusterMetrics() }
}
