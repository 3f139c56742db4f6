import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openClient } from '#server/platform/database/connect.ts'
import { type Account, chooseAccount, findPostgres, sendSignal } from '#server/platform/database/embedded/cluster.ts'
import { ownPort } from '../own-port.ts'
import { childrenOf } from './application.ts'

/** Programs of a cluster: none of them is installed, so no service starts with the machine. */
export type Tools = Readonly<{
  /** PostgreSQL's programs as Patroni wants them, `bin_dir`. */
  binaries: string
  /** Command of Patroni, to be followed by its settings' file. */
  patroni: readonly string[]
  env: Readonly<Record<string, string>>
  etcd: string
  haproxy: string
}>

/** Etcd, Patroni and PostgreSQL of one machine, by the files of `deploy/patroni/`. */
export class Machine {
  readonly name: string
  readonly address: string
  readonly folder: string
  readonly #tools: Tools
  readonly #account: Account
  readonly #toEtcd: Wire
  #etcd: ChildProcess | undefined
  #patroni: ChildProcess | undefined

  constructor(name: string, address: string, folder: string, tools: Tools, account: Account) {
    this.name = name
    this.address = address
    this.folder = folder
    this.#tools = tools
    this.#account = account
    this.#toEtcd = new Wire(address, ETCD_WIRE, ETCD_PORT)
  }

  /** Whether Patroni has ended by itself. */
  get hasEnded(): boolean {
    return typeof this.#patroni?.exitCode === 'number'
  }

  async startEtcd(): Promise<void> {
    const env = await readEnvironment(this)
    this.#etcd = this.#run('etcd', [this.#tools.etcd], { ...env, ETCD_DATA_DIR: path.join(this.folder, 'etcd') })
  }

  async startPatroni(): Promise<void> {
    await this.#toEtcd.restore()
    const command = [...this.#account.prefix, ...this.#tools.patroni, path.join(this.folder, 'patroni.yml')]
    this.#patroni = this.#run('patroni', command, this.#tools.env, this.#account.change)
  }

  /** Ends everything on it at once, as a power failure does. */
  async kill(): Promise<void> {
    for (const pid of await this.#databasePids()) sendSignal(pid, 'SIGKILL')
    for (const child of [this.#patroni, this.#etcd]) await kill(child)
    for (const pid of await this.#databasePids()) sendSignal(pid, 'SIGKILL')
    await this.#toEtcd.cut()
  }

  /** Stands still, etcd too; with `SIGCONT` it goes on where it was. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    for (const pid of await this.#databasePids()) sendSignal(pid, signal)
    for (const child of [this.#patroni, this.#etcd]) child?.kill(signal)
  }

  cutOffFromEtcd(): Promise<void> {
    return this.#toEtcd.cut()
  }

  reachEtcdAgain(): Promise<void> {
    return this.#toEtcd.restore()
  }

  /** What Patroni's log and PostgreSQL's say, of a cluster that did not work. */
  async logged(): Promise<string> {
    const texts = ['etcd', 'patroni'].map((name) =>
      readFile(path.join(this.folder, `${name}.log`), 'utf8').catch(() => ''),
    )
    return (await Promise.all(texts)).map((text) => text.split('\n').slice(-15).join('\n')).join('\n')
  }

  #run(
    name: string,
    [command = '', ...args]: readonly string[],
    env: Record<string, string>,
    change?: Account['change'],
  ) {
    const log = openSync(path.join(this.folder, `${name}.log`), 'a')
    const child = spawn(command, args, {
      ...change,
      cwd: this.folder,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', HOME: this.folder, ...env },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    return child
  }

  async #databasePids(): Promise<number[]> {
    const note = await readFile(path.join(this.folder, 'data/postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number.parseInt(note, 10)
    if (!pid) return []
    const children = await childrenOf(pid).catch(() => [])
    return [pid, ...children.map((child) => child.pid)]
  }
}

/** What Patroni says of a machine. */
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

const [ETCD_PORT, ETCD_WIRE, REST_PORT] = [2379, 2389, 8008]
const PASSWORD = 'only-for-tests'

/** Milliseconds for three nodes to find each other on a busy machine. */
const PATIENCE_MS = 120_000
const ANSWER_MS = 2000

/** Three machines on addresses of the loopback interface, with a database for the site. */
export async function startCluster(tools: Tools): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patroni-'))
  await chmod(folder, 0o711)
  const network = `127.${100 + Math.floor(Math.random() * 100)}.${Math.floor(Math.random() * 250)}`
  const machines = await Promise.all(
    ['a', 'b', 'c'].map((name, index) => makeMachine(name, `${network}.${index + 1}`, path.join(folder, name), tools)),
  )
  const port = await ownPort()
  const balancer = await startWay(tools.haproxy, folder, network, port)
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
    const isStreaming = ({ role, state, lag }: Member) => role === 'leader' || (state === 'streaming' && lag === 0)
    return roles.join(' ') === 'leader replica sync_standby' && found.every(isStreaming) && (await leader()) !== null
  }
  const close = async () => {
    await kill(balancer)
    for (const machine of machines) {
      await machine.signal('SIGCONT')
      await machine.kill()
    }
    await rm(folder, { recursive: true, force: true })
  }
  const cluster = { machines, primary: url(`127.0.0.1:${port}`), nodes: machines.map(({ address }) => url(address)) }
  try {
    for (const machine of machines) await machine.startEtcd()
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

/** A machine of the files of `deploy/patroni/`, in this network instead of 10.0.0.0. */
async function makeMachine(name: string, address: string, folder: string, tools: Tools): Promise<Machine> {
  await mkdir(folder, { recursive: true })
  const account = await chooseAccount(path.join(folder, 'data'), findPostgres().postgres)
  if (account.change) await chown(folder, account.change.uid, account.change.gid)
  const changes: readonly (readonly [string | RegExp, string])[] = [
    // Three machines on one listen on their own addresses only, and reach etcd over a wire that can be cut.
    [/hosts: .*/, `hosts: ${address}:${ETCD_WIRE}\n  use_proxies: true`],
    ['127.0.0.1,ADDRESS:5432', `${address}:5432`],
    // The kernel's watchdog would end this machine, not one of the three.
    ['mode: required', 'mode: "off"'],
    // A connection to any of them comes from 127.0.0.1.
    [/10\.0\.0\.0\/24/g, '127.0.0.0/8'],
    ['all peer', 'all trust'],
    [/\bNAME$/m, name],
    [/\bADDRESS\b/g, address],
    [/\b[A-Z]+_PASSWORD\b/g, PASSWORD],
    ['/var/lib/postgresql/18/matnanum', path.join(folder, 'data')],
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

/** Environment of etcd. */
async function readEnvironment({ name, address }: Pick<Machine, 'name' | 'address'>): Promise<Record<string, string>> {
  const file = await readFile('deploy/patroni/etcd.env', 'utf8')
  const text = file
    .replace('ETCD_NAME=NAME', `ETCD_NAME=${name}`)
    .replace(`,http://127.0.0.1:${ETCD_PORT}`, '')
    .replaceAll('ADDRESS:', `${address}:`)
    .replaceAll('10.0.0.', address.replace(/\d+$/, ''))
  const lines = text.split('\n').filter((line) => /^[A-Z_]+=/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** HAProxy at `port`, which leads to the primary. */
async function startWay(haproxy: string, folder: string, network: string, port: number): Promise<ChildProcess> {
  const file = await readFile('deploy/patroni/haproxy.cfg', 'utf8')
  const own = path.join(folder, 'haproxy.cfg')
  await writeFile(
    own,
    file.replace('bind 127.0.0.1:6432', `bind 127.0.0.1:${port}`).replaceAll('10.0.0.', `${network}.`),
  )
  return spawn(haproxy, ['-db', '-f', own], { stdio: 'ignore' })
}

/** As docs/three-machines.md has it. */
async function makeDatabase({ address }: Machine): Promise<void> {
  const client = openClient({ connectionString: `postgres://postgres:${PASSWORD}@${address}/postgres?sslmode=disable` })
  await client.connect()
  await client.query(`create role matnanum login password '${PASSWORD}'`)
  await client.query(`create database matnanum owner matnanum template template0 encoding 'UTF8'
    locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`)
  await client.end()
}

const urlOf = (address: string, route: string) => `http://${address}:${REST_PORT}${route}`

/** Patroni's API; a machine that stands still never answers. */
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

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A connection between two ports of an address that can be cut. */
class Wire {
  readonly #address: string
  readonly #port: number
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  constructor(address: string, port: number, target: number) {
    this.#address = address
    this.#port = port
    this.#target = target
  }

  async restore(): Promise<void> {
    if (this.#server) return
    this.#server = createServer((client) => {
      const server = connect(this.#target, this.#address)
      for (const [one, other] of [[client, server] as const, [server, client] as const]) {
        this.#sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    }).listen(this.#port, this.#address)
    await once(this.#server, 'listening')
  }

  async cut(): Promise<void> {
    if (!this.#server) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server = undefined
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
