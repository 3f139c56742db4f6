import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { prepareApplication } from '#tests/faults/application.ts'
import { ownPort } from '#tests/own-port.ts'
import { candidatePaths, ensureProgram, isExecutable } from '../scripts/programs/debian.ts'

type Rules = { data: { groups: { rules: { name: string; health: string; state: string }[] }[] } }
type Result = { data: { result: { value: [number, string] }[] } }

const DAY = 86_400

/** For promtool: backups are old after twice the time that is set for them, whatever that is. */
function testOfBackups(what: 'backup' | 'backup_check', alertname: string) {
  const series = (instance: string, age: number, every: number) =>
    Object.entries({ age, every }).map(([name, value]) => ({
      series: `matnanum_${what}_${name}_seconds{instance="${instance}"}`,
      values: `${value}x120`,
    }))
  const labels = `alertname="${alertname}"`
  return {
    interval: '1m',
    input_series: [...series('weekly', 13 * DAY, 7 * DAY), ...series('daily', 3 * DAY, DAY)],
    promql_expr_test: [
      {
        expr: `ALERTS{${labels}}`,
        eval_time: '100m',
        exp_samples: [{ labels: `ALERTS{alertstate="firing", ${labels}, instance="daily"}`, value: 1 }],
      },
    ],
  }
}

/** For promtool: the first error and the first failed job after a start are told. JSON is YAML. */
const alertTests = {
  rule_files: ['alerts.yml'],
  evaluation_interval: '1m',
  tests: [
    {
      interval: '1m',
      input_series: [
        { series: 'matnanum_errors_total{code="INTERNAL"}', values: '0x8 1x30' },
        { series: 'matnanum_jobs_failed{task="mail"}', values: '_x8 1x30' },
      ],
      promql_expr_test: ['code="INTERNAL", alertname="InternalErrors"', 'task="mail", alertname="JobsFailed"'].map(
        (labels) => ({
          expr: `ALERTS{${labels}}`,
          eval_time: '10m',
          exp_samples: [{ labels: `ALERTS{alertstate="firing", ${labels}}`, value: 1 }],
        }),
      ),
    },
    testOfBackups('backup', 'BackupOld'),
    testOfBackups('backup_check', 'BackupNotTried'),
  ],
}

test('Prometheus reads the metrics of all processes, and its alert rules work', async () => {
  const program = await ensureProgram('prometheus')
  test.skip(program === null, 'needs Prometheus, which only Debian and root can install')
  const metricsPort = String(await ownPort())
  const application = await prepareApplication({ env: { WEB_CONCURRENCY: '2', METRICS_PORT: metricsPort } })
  await application.start()

  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-prometheus-'))
  await cp('deploy/prometheus', folder, { recursive: true })
  const settings = path.join(folder, 'prometheus.yml')
  const text = (await readFile(settings, 'utf8')).replaceAll('9464', metricsPort).replaceAll('15s', '1s')
  await writeFile(settings, text)
  const promtool = candidatePaths('promtool').find(isExecutable) ?? 'promtool'
  await promisify(execFile)(promtool, ['check', 'config', settings])
  const testFile = path.join(folder, 'alerts.test.json')
  await writeFile(testFile, JSON.stringify(alertTests))
  await promisify(execFile)(promtool, ['test', 'rules', testFile])

  const origin = `127.0.0.1:${await ownPort()}`
  const listening = [`--web.listen-address=${origin}`, `--storage.tsdb.path=${folder}/data`]
  const prometheus = spawn(program ?? '', [`--config.file=${settings}`, ...listening], { stdio: 'ignore' })
  const ask = async <T>(question: string): Promise<T> =>
    (await fetch(`http://${origin}/api/v1/${question}`)).json() as Promise<T>
  const latest = async (query: string) => {
    const answer = await ask<Result>(`query?query=${encodeURIComponent(query)}`).catch(() => null)
    return Number(answer?.data.result[0]?.value[1] ?? Number.NaN)
  }
  try {
    await expect.poll(() => latest('up{job="matnanum"}')).toBe(1)
    await expect.poll(() => latest('matnanum_database_up')).toBe(1)
    for (let i = 0; i < 20; i++) await application.api.fresh().getPosts({})
    const count = 'sum(matnanum_request_duration_seconds_count{route="/graphql getPosts"})'
    await expect.poll(() => latest(count), 'each process counts its own').toBe(20)

    const { data } = await ask<Rules>('rules')
    const rules = data.groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    // On a busy machine a single scrape may come too late, and some alert be pending for a moment.
    expect(rules.filter(({ health, state }) => health === 'err' || state === 'firing')).toEqual([])

    await application.kill()
    await expect.poll(async () => (await ask<Rules>('alerts').then(JSON.stringify)).includes('SiteDown')).toBe(true)
  } finally {
    const ended = once(prometheus, 'exit')
    prometheus.kill('SIGKILL')
    await ended
    await application.close()
    await rm(folder, { recursive: true })
  }
})
