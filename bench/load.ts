import autocannon from 'autocannon'
import type { PostgresProcesses, ServerProcess } from './server-process.ts'

/** Cost of requests of one kind. */
export type RequestCost = Readonly<{
  perSecond: number
  /** CPU of one request in the server's processes, user and system, in µs. */
  serverCpu: number
  /** The same of PostgreSQL's processes. */
  databaseCpu: number
  /** Bytes of one response, headers included. */
  bytes: number
}>

type Wanted = Readonly<{
  server: ServerProcess
  postgres: PostgresProcesses
  request: autocannon.Request
  connections: number
  /** Duration in whole seconds, or number of requests. */
  seconds?: number
  amount?: number
}>

/**
 * Sends requests over kept connections, each as soon as the one before is answered. The load comes from this process, whose
 * CPU is counted nowhere, but which shares the machine with the server.
 * @throws when a response is not 2xx, or carries errors of the API
 */
export async function measureLoad({
  server,
  postgres,
  request,
  connections,
  seconds,
  amount,
}: Wanted): Promise<RequestCost> {
  let answered = 0
  const since = performance.now()
  let until = since
  const before = { server: server.cpuSeconds(), database: postgres.cpuSeconds() }
  const options = { url: server.origin, connections, requests: [request], timeout: 60, sampleInt: 100 }
  const running = autocannon({
    ...options,
    ...(amount ? { amount } : { duration: seconds ?? 1 }),
  }) as unknown as autocannon.Instance & Promise<autocannon.Result>
  running.on('response', () => {
    answered++
    until = performance.now()
  })
  const result = await running
  const microseconds = (of: number) => (of * 1e6) / answered
  if (result.non2xx + result.errors > 0 || answered === 0)
    throw new Error(`${request.path}: ${result.non2xx} refused, ${result.errors} errors, ${answered} answered`)
  return {
    perSecond: (answered / (until - since)) * 1000,
    serverCpu: microseconds(server.cpuSeconds() - before.server),
    databaseCpu: microseconds(postgres.cpuSeconds() - before.database),
    bytes: result.throughput.total / answered,
  }
}
