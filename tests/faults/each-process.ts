import { readdir, readFile, readlink } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { sitePaths } from '#rules/paths.ts'
import { type Application, childrenOf } from './application.ts'

/** Options of `expect.poll`, in milliseconds: processes start slowly on a busy machine. */
export const PATIENCE = { timeout: 120_000 }

/** Ids of the processes that answer requests. */
export async function webProcesses(application: Application): Promise<number[]> {
  const children = await childrenOf(application.pid)
  return children.flatMap(({ pid, command }) => (command.includes('server/worker') ? pid : []))
}

/** Request to send; without a cookie it is a visitor's. */
export type TestRequest = Readonly<{ method: 'GET' | 'POST'; target: string; body?: string; cookie?: string }>

/** `port` is the client's end of the connection, by which `serverOf` finds the process that answered. */
type Answer = { status: number; text: string; port: number }

/** Sends a request over the agent's connection. */
export function sendRequest(
  { config }: Application,
  agent: Agent,
  { method, target, body, cookie }: TestRequest,
): Promise<Answer> {
  const { publicOrigin: origin } = config
  return new Promise((resolve, reject) => {
    const headers = { origin, 'content-type': 'application/json', ...(cookie && { cookie }) }
    const outgoing = request(new URL(target, origin), { method, agent, headers }, async (incoming) => {
      const { localPort: port = 0 } = incoming.socket
      resolve({ status: incoming.statusCode ?? 0, text: (await buffer(incoming)).toString(), port })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/**
 * The process at the other end of the connection from that port: the one that holds the system's number of the socket.
 * Null if that process has just ended.
 */
async function serverOf(application: Application, port: number): Promise<number | null> {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/))
  const inode = rows.find(([, , rem = '']) => rem.endsWith(remote))?.[9]
  for (const pid of await webProcesses(application)) {
    const folder = `/proc/${pid}/fd`
    for (const fd of await readdir(folder)) {
      if ((await readlink(path.join(folder, fd)).catch(() => '')) === `socket:[${inode}]`) return pid
    }
  }
  return null
}

/** Sends a request to one of the processes, and returns the text of its response. */
export type SendToProcess = (question: TestRequest) => Promise<string>

/** Opens a connection to each process. The primary gives connections to them in turn, so no other client may open any. */
export async function connectToEach(application: Application): Promise<SendToProcess[]> {
  const pids = await webProcesses(application)
  const byProcess = new Map<number, SendToProcess>()
  await expect
    .poll(async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      onTestFinished(() => agent.destroy())
      const ask: SendToProcess = async (question) => (await sendRequest(application, agent, question)).text
      const { port } = await sendRequest(application, agent, { method: 'GET', target: sitePaths.healthz })
      const pid = await serverOf(application, port)
      if (pid !== null) byProcess.set(pid, ask)
      return [...byProcess.keys()].toSorted()
    }, PATIENCE)
    .toEqual(pids.toSorted())
  return [...byProcess.values()]
}
