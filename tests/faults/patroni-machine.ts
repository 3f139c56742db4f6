import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PostgresUser, sendSignal } from '#server/platform/database/embedded/cluster.ts'
import { childrenOf } from './application.ts'
import { PortForward } from './port-forward.ts'
import { type HeldDisk, holdSmallDisk, SmallDisk } from './small-disk.ts'

/** Ports of an address: of etcd and of Patroni's API, and of the forwards to both, which a test can cut. */
export const [ETCD_PORT, REST_PORT, ETCD_FORWARD, REST_FORWARD] = [2379, 8008, 2389, 8018]

/** Enough for the database, a minute of load, and PostgreSQL's log. */
const DISK_MEGABYTES = 1200

/** Where the disk of a machine is mounted. */
export const diskOf = (folder: string) => path.join(folder, 'disk')

/** Programs of a cluster: none of them is installed, so no service starts with the machine. */
export type Tools = Readonly<{
  /** PostgreSQL's programs as Patroni wants them, `bin_dir`. */
  binaries: string
  /** Command of Patroni, to be followed by its settings' file. */
  patroni: readonly string[]
  env: Readonly<Record<string, string>>
  etcd: string
  etcdctl: string
  haproxy: string
}>

/** Etcd, Patroni and PostgreSQL of one machine, by the files of `deploy/patroni/`. */
export class Machine {
  readonly name: string
  readonly address: string
  readonly folder: string
  readonly #tools: Tools
  readonly #account: PostgresUser
  readonly #toEtcd: PortForward
  readonly #toPatroni: PortForward
  #disk: HeldDisk | undefined
  #etcd: ChildProcess | undefined
  #leading: ChildProcess | undefined
  #patroni: ChildProcess | undefined

  constructor(name: string, address: string, folder: string, tools: Tools, account: PostgresUser) {
    this.name = name
    this.address = address
    this.folder = folder
    this.#tools = tools
    this.#account = account
    this.#toEtcd = new PortForward(address, ETCD_FORWARD, ETCD_PORT)
    this.#toPatroni = new PortForward(address, REST_FORWARD, REST_PORT)
  }

  /** Whether Patroni has ended by itself. */
  get hasEnded(): boolean {
    return typeof this.#patroni?.exitCode === 'number'
  }

  /** The disk of its database, if this machine allows one. */
  get disk(): SmallDisk | null {
    return this.#disk ? new SmallDisk(this.#disk.holder.pid, diskOf(this.folder)) : null
  }

  async mountDisk(): Promise<void> {
    this.#disk = await holdSmallDisk(diskOf(this.folder), DISK_MEGABYTES, this.#account.change)
  }

  async startEtcd(): Promise<void> {
    const env = await readEnvironment(this)
    this.#etcd = this.#run('etcd', [this.#tools.etcd], { ...env, ETCD_DATA_DIR: path.join(this.folder, 'etcd') })
    const PATH = `${path.dirname(this.#tools.etcdctl)}:/usr/bin:/bin`
    this.#leading = this.#run('etcd-leader', ['sh', path.resolve('deploy/patroni/etcd-leader.sh')], { ...env, PATH })
  }

  async startPatroni(): Promise<void> {
    await this.#toEtcd.restore()
    await this.#toPatroni.restore()
    const { prefix, change } = this.#account
    const inside = this.#disk?.inside(change) ?? []
    const command = [...inside, ...prefix, ...this.#tools.patroni, path.join(this.folder, 'patroni.yml')]
    this.#patroni = this.#run('patroni', command, this.#tools.env, this.#disk ? undefined : change)
  }

  /** Ends PostgreSQL alone, as a lack of memory does. */
  async killDatabase(): Promise<void> {
    for (const pid of await this.#databasePids()) sendSignal(pid, 'SIGKILL')
  }

  /** Ends everything on it at once, as a power failure does. */
  async kill(): Promise<void> {
    await this.killDatabase()
    for (const child of [this.#patroni, this.#leading, this.#etcd]) await killProcess(child)
    await this.killDatabase()
    await this.#toEtcd.cut()
    await this.#toPatroni.cut()
  }

  /** Ends all on it in order, as systemd does when somebody presses its power button. */
  async shutDown(): Promise<void> {
    for (const child of [this.#patroni, this.#leading, this.#etcd]) await end(child, 'SIGTERM')
  }

  /** Ends its programs, and removes its disk with all data. */
  async close(): Promise<void> {
    await this.signal('SIGCONT')
    await this.kill()
    await killProcess(this.#disk?.holder)
  }

  /** Freezes all its programs, etcd too; `SIGCONT` lets them continue. */
  async signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    for (const pid of await this.#databasePids()) sendSignal(pid, signal)
    for (const child of [this.#patroni, this.#leading, this.#etcd]) child?.kill(signal)
  }

  cutOffFromEtcd(): Promise<void> {
    return this.#toEtcd.cut()
  }

  reachEtcdAgain(): Promise<void> {
    return this.#toEtcd.restore()
  }

  /** Hides its Patroni from those of the other machines; HAProxy still reaches it. */
  hideFromOthers(): Promise<void> {
    return this.#toPatroni.cut()
  }

  showToOthers(): Promise<void> {
    return this.#toPatroni.restore()
  }

  /** The last lines of its logs, to explain a cluster that did not work. */
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
    change?: PostgresUser['change'],
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
    const disk = this.disk?.folder ?? diskOf(this.folder)
    const note = await readFile(path.join(disk, 'data/postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number.parseInt(note, 10)
    if (!pid) return []
    const children = await childrenOf(pid).catch(() => [])
    return [pid, ...children.map((child) => child.pid)]
  }
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

export const killProcess = (child: ChildProcess | undefined) => end(child, 'SIGKILL')

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
