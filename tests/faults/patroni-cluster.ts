import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient } from '#server/platform/database/connect.ts'
import { choosePostgresUser, findPostgres } from '#server/platform/database/embedded/cluster.ts'
import { ownPort } from '../own-port.ts'
import {
  diskOf,
  ETCD_FORWARD,
  ETCD_PORT,
  killProcess,
  Machine,
  REST_FORWARD,
  REST_PORT,
  type Tools,
} from './patroni-machine.ts'
import { canHaveSmallDisk } from './small-disk.ts'

/** A machine as Patroni's API describes it. */
type Member = { name: string; role: string; state: string; lag?: number | string }

export type Cluster = Readonly<{
  machines: readonly Machine[]
  /** URL of the database through HAProxy, which leads to the primary. */
  primary: string
  /** URLs of all three, for reading. */
  nodes: readonly string[]
  members(): Promise<Member[]>
  /** The machine whose PostgreSQL takes writes; null while there is none. */
  leader(): Promise<Machine | null>
  /** Whether one is the primary, one its synchronous standby, and the third streams too. */
  isWhole(): Promise<boolean>
  switchOver(): Promise<void>
  close(): Promise<void>
}>

const PASSWORD = 'only-for-tests'

/** Milliseconds for three nodes to find each other on a busy machine. */
const PATIENCE_MS = 120_000
const ANSWER_MS = 2000
/** Bytes of the log by which a streaming standby may lag: Patroni asks each machine at another moment, so under load they differ. */
const MOST_LAG = 1024 * 1024

/** Three machines on addresses of the loopback interface, with a database for the site. */
export async function startCluster(tools: Tools): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patroni-'))
  await chmod(folder, 0o711)
  const network = `127.${100 + Math.floor(Math.random() * 100)}.${Math.floor(Math.random() * 250)}`
  const machines = await Promise.all(
    ['a', 'b', 'c'].map((name, index) => makeMachine(name, `${network}.${index + 1}`, path.join(folder, name), tools)),
  )
  const port = await ownPort()
  const balancer = await startHaproxy(tools.haproxy, folder, network, port)
  const url = (address: string) => `postgres://matnanum:${PASSWORD}@${address}/matnanum?sslmode=disable`
  const members = async () => {
    for (const { address } of machines) {
      const reply = await ask(address, '/cluster').catch(() => null)
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members
    }
    return []
  }
  const leader = async () => {
    for (const machine of machines) if ((await ask(machine.address, '/primary').catch(() => null))?.ok) return machine
    return null
  }
  const isWhole = async () => {
    const found = await members()
    const roles = found.map(({ role }) => role).toSorted()
    const isStreaming = ({ role, state, lag }: Member) =>
      role === 'leader' || (state === 'streaming' && Number(lag) < MOST_LAG)
    return roles.join(' ') === 'leader replica sync_standby' && found.every(isStreaming) && (await leader()) !== null
  }
  const close = async () => {
    await killProcess(balancer)
    for (const machine of machines) await machine.close()
    await rm(folder, { recursive: true, force: true })
  }
  const cluster = { machines, primary: url(`127.0.0.1:${port}`), nodes: machines.map(({ address }) => url(address)) }
  try {
    if (await canHaveSmallDisk()) for (const machine of machines) await machine.mountDisk()
    for (const machine of machines) await machine.startEtcd()
    await until(async () => (await Promise.all(machines.map(isEtcdReady))).every(Boolean), machines)
    const [first, ...others] = machines as [Machine, Machine, Machine]
    await first.startPatroni()
    await until(async () => (await leader()) !== null, machines)
    for (const machine of others) await machine.startPatroni()
    await until(isWhole, machines)
    await makeDatabase(first)
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...cluster,
    members,
    leader,
    isWhole,
    switchOver: async () => {
      const from = await leader()
      const to = (await members()).find(({ role }) => role === 'sync_standby')
      const body = JSON.stringify({ leader: from?.name, candidate: to?.name })
      const reply = await fetch(urlOf(from?.address ?? '', '/switchover'), { method: 'POST', body })
      if (!reply.ok) throw new Error(`Patroni refused: ${await reply.text()}`)
    },
    close,
  }
}

/** A machine with the files of `deploy/patroni/`, at this address instead of one in 10.0.0.0. */
async function makeMachine(name: string, address: string, folder: string, tools: Tools): Promise<Machine> {
  await mkdir(diskOf(folder), { recursive: true })
  const account = await choosePostgresUser(path.join(folder, 'data'), findPostgres().postgres)
  const { change } = account
  if (change) for (const one of [folder, diskOf(folder)]) await chown(one, change.uid, change.gid)
  const changes: readonly (readonly [string | RegExp, string])[] = [
    // Three machines on one listen on their own addresses only, and reach etcd over a port forward that can be cut.
    [/hosts: .*/, `hosts: ${address}:${ETCD_FORWARD}\n  use_proxies: true`],
    ['connect_address: ADDRESS:8008', `connect_address: ${address}:${REST_FORWARD}`],
    ['127.0.0.1,ADDRESS:5432', `${address}:5432`],
    // The kernel's watchdog would end this machine, not one of the three.
    ['mode: required', 'mode: "off"'],
    // A connection to any of them comes from 127.0.0.1.
    [/10\.0\.0\.0\/24/g, '127.0.0.0/8'],
    ['all peer', 'all trust'],
    [/\bNAME$/m, name],
    [/\bADDRESS\b/g, address],
    [/\b[A-Z]+_PASSWORD\b/g, PASSWORD],
    ['/var/lib/postgresql/18/matnanum', path.join(diskOf(folder), 'data')],
    ['/usr/lib/postgresql/18/bin', tools.binaries],
    ['/var/lib/postgresql/pgpass', path.join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ['shared_buffers: 1GB', 'shared_buffers: 64MB'],
  ]
  const file = await readFile('deploy/patroni/patroni.yml', 'utf8')
  const settings = changes.reduce((text, [from, to]) => text.replace(from, to), file)
  await writeFile(path.join(folder, 'patroni.yml'), settings)
  return new Machine(name, address, folder, tools, account)
}

/** Starts HAProxy at `port`, which forwards to the primary. */
async function startHaproxy(haproxy: string, folder: string, network: string, port: number): Promise<ChildProcess> {
  const file = await readFile('deploy/patroni/haproxy.cfg', 'utf8')
  const own = path.join(folder, 'haproxy.cfg')
  await writeFile(
    own,
    file.replace('bind 127.0.0.1:6432', `bind 127.0.0.1:${port}`).replaceAll('10.0.0.', `${network}.`),
  )
  return spawn(haproxy, ['-db', '-f', own], { stdio: 'ignore' })
}

/** Makes the site's role and database as docs/three-machines.md says. */
async function makeDatabase({ address }: Machine): Promise<void> {
  const client = openClient({ connectionString: `postgres://postgres:${PASSWORD}@${address}/postgres?sslmode=disable` })
  await client.connect()
  await client.query(`create role matnanum login password '${PASSWORD}'`)
  await client.query(`create database matnanum owner matnanum template template0 encoding 'UTF8'
    locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`)
  await client.end()
}

const urlOf = (address: string, route: string) => `http://${address}:${REST_PORT}${route}`

/** Whether etcd of a machine has joined the others: Patroni ends when it finds one that has not agreed on its version. */
async function isEtcdReady({ address }: Machine): Promise<boolean> {
  const url = `http://${address}:${ETCD_PORT}/version`
  const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  return reply?.ok === true && ((await reply.json()) as { etcdcluster: string }).etcdcluster !== 'not_decided'
}

/** Asks Patroni's API, with a timeout: a frozen machine never answers. */
function ask(address: string, route: string): Promise<Response> {
  return fetch(urlOf(address, route), { signal: AbortSignal.timeout(ANSWER_MS) })
}

async function until(isReached: () => Promise<boolean>, machines: readonly Machine[]): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(200)) {
    if (await isReached()) return
    if (machines.some(({ hasEnded }) => hasEnded)) break
  }
  const logs = await Promise.all(machines.map((machine) => machine.logged()))
  throw new Error(`the cluster did not come up:\n${logs.join('\n')}`)
}
