import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { product } from '#server/product/product.ts'
import { ownPort } from '#tests/own-port.ts'
import { type Site, startSite } from '#tests/site.ts'
import { createPrometheus, type Prometheus, serveMetrics } from './prometheus.ts'
import { addSiteFigures } from './site-figures.ts'

const { backfill, mailStops } = product

let site: Site
let prometheus: Prometheus

beforeAll(async () => {
  prometheus = createPrometheus()
  site = await startSite({ metrics: prometheus, listens: true })
  prometheus.addSiteFigures(site.db, {
    dataDir: site.config.dataDir,
    backupAges: async () => ({ backup: 60, check: 70 }),
    backup: { every: 90, checkEvery: 100 },
    logArchive: { age: () => 80, waiting: async () => 4096 },
    backfill,
    mailStops,
  })
  prometheus.watchPool({ totalCount: 5, idleCount: 3, waitingCount: 1 })
  prometheus.watchQueue('passwords', () => 7)
  prometheus.watchReplicas({ states: () => [{ replica: 'standby:5433', isUsed: false, lagBytes: 4096 }] })
})
afterAll(() => site.close())

test('requests, caches, the pool and queues are told', async () => {
  const api = site.api.fresh()
  for (let i = 0; i < 3; i++) await api.post({ query: '{ getPosts { data { id } } }' })
  const text = await prometheus.read()
  expect(text).toContain('matnanum_request_duration_seconds_count{route="/graphql getPosts",status="200"} 3')
  expect(text).toContain('matnanum_cache_reads_total{cache="api",result="hit"} 2')
  expect(text).toContain('matnanum_cache_reads_total{cache="api",result="miss"} 1')
  expect(text).toMatch(/matnanum_cache_bytes\{cache="api"\} [1-9]/)
  expect(text).toContain('matnanum_database_connections{state="busy"} 2')
  expect(text).toContain('matnanum_database_connections{state="waiting"} 1')
  expect(text).toContain('matnanum_waiting{queue="passwords"} 7')
  expect(text).toContain('matnanum_replica_used{replica="standby:5433"} 0')
  expect(text).toContain('matnanum_replica_lag_bytes{replica="standby:5433"} 4096')
  expect(text).toContain('matnanum_database_up 1')
  expect(text).toMatch(/matnanum_table_bytes\{table="posts"\} [1-9]/)
  expect(text).toContain('matnanum_table_rows{table="sessions"}')
  expect(text).toMatch(/matnanum_disk_free_bytes [1-9]/)
  expect(text).toContain('matnanum_mails_waiting 0')
  expect(text).toMatch(/^matnanum_backup_age_seconds 60$/m)
  expect(text).toMatch(/^matnanum_backup_every_seconds 90$/m)
  expect(text).toMatch(/^matnanum_backup_check_age_seconds 70$/m)
  expect(text).toMatch(/^matnanum_backup_check_every_seconds 100$/m)
  expect(text).toContain('matnanum_log_archive_age_seconds 80')
  expect(text).toContain('matnanum_log_spool_bytes 4096')
  expect(text).toContain('matnanum_backfill_rows_left 0')
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
})

test('metrics are told to this machine by its own names, and to no name of elsewhere that leads here', async () => {
  const cleanup = new AsyncDisposableStack()
  onTestFinished(() => cleanup.disposeAsync())
  const metricsPort = await ownPort()
  await serveMetrics({ metricsPort }, prometheus, cleanup)
  const statusOf = async (host: string) => {
    const sent = request({ host: '127.0.0.1', port: metricsPort, path: '/metrics', headers: { host } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  for (const host of [`127.0.0.1:${metricsPort}`, 'LOCALHOST', `[::1]:${metricsPort}`])
    expect(await statusOf(host)).toBe(200)
  for (const host of ['evil.example', `evil.example:${metricsPort}`, '127.0.0.1.evil.example']) {
    expect(await statusOf(host)).toBe(403)
  }
})

test('a backup that is missing is old, also as workers send it', async () => {
  const registry = new Registry()
  const { dataDir } = site.config
  const never = Number.POSITIVE_INFINITY
  addSiteFigures(registry, site.db, {
    dataDir,
    backupAges: async () => ({ backup: never, check: never }),
    backup: { every: 90, checkEvery: 100 },
    logArchive: null,
    backfill,
    mailStops,
  })
  const sent = JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()))
  const text = await AggregatorRegistry.aggregate([sent]).metrics()
  for (const name of ['backup_age', 'backup_check_age']) {
    const [, age] = new RegExp(`^matnanum_${name}_seconds (\\S+)$`, 'm').exec(text) ?? []
    expect(Number(age), name).toBeGreaterThan(100 * 86_400)
  }
})

test('where no backup is tried, no age of a trial is told, also as workers send it', async () => {
  const registry = new Registry()
  const { dataDir } = site.config
  const backup = { every: 90, checkEvery: null }
  const backupAges = async () => ({ backup: 60, check: null })
  addSiteFigures(registry, site.db, { dataDir, backupAges, backup, logArchive: null, backfill, mailStops })
  const sent = JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()))
  const text = await AggregatorRegistry.aggregate([sent]).metrics()
  expect(text).toMatch(/^matnanum_backup_every_seconds 90$/m)
  expect(text).not.toMatch(/^matnanum_backup_check_\w+ /m)
})

test('the dashboard and the alerts name only metrics that are told', async () => {
  const files = ['deploy/grafana/matnanum.json', 'deploy/prometheus/alerts.yml'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const text = await prometheus.read()
  const told = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) => namesOf(name, type)),
  )
  const named = files.join().match(/\b(?:matnanum|nodejs|process)_[a-z0-9_]+/g) ?? []
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !told.has(name))).toEqual([])
})

function namesOf(name: string, type: string | undefined): string[] {
  return type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name]
}
