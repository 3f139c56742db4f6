import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { apiPaths, sitePaths } from '#rules/paths.ts'
import { recordFigures, secondsOf } from '#tests/faults/table.ts'
import { type RunningApp, startApp } from './running-app.ts'

const QUERY = JSON.stringify({ query: '{ getPosts { data { id title } pageCount } }' })

/** How a new connection with one request ended: with a status, never accepted, or otherwise with this error. */
type End = number | 'refused' | (string & {})

for (const processes of ['1', '2'])
  test(`a stop under load cuts nobody off: requests in flight are answered, and new ones are answered or never accepted (processes: ${processes})`, () =>
    stopUnderLoad(processes))

async function stopUnderLoad(processes: string): Promise<void> {
  const app = await startApp('stop-under-load', {
    DRAIN_SECONDS: '1',
    WEB_CONCURRENCY: processes,
    BUNDLED_PLACES: 'off',
  })
  const ends: End[] = []
  const ready: End[] = []
  let isOver = false
  // Each reconnects at once, so that some are always waiting to be accepted.
  const callers = Array.from({ length: 32 }, async (_, caller) => {
    while (!isOver) {
      const end = await sendRequest(app, caller % 8 === 0 ? 'GET / HTTP/1.1' : 'POST')
      ends.push(end)
      if (end === 'refused') await wait(20)
    }
  })
  const probe = async () => {
    while (!isOver) {
      ready.push(await sendRequest(app, `GET ${sitePaths.readyz} HTTP/1.1`))
      await wait(20)
    }
  }
  callers.push(probe())
  await expect.poll(() => ends.filter((end) => end === 200).length, { timeout: 60_000 }).toBeGreaterThan(50)

  // Their bodies arrive over two seconds: after the notice, when new requests are already refused.
  const slow = Array.from({ length: 5 }, () => sendSlowRequest(app, 2000))
  await wait(100)
  const stopping = secondsOf(app.stop)
  expect(await Promise.all(slow)).toEqual([200, 200, 200, 200, 200])
  const seconds = await stopping
  await expect.poll(() => ends.includes('refused') && ready.includes('refused')).toBe(true)
  isOver = true
  await Promise.all(callers)

  const cutOff = ends.filter((end) => end !== 200 && end !== 503 && end !== 'refused')
  const answered = ends.filter((end) => end === 200).length
  const done = `SIGTERM to ${processes} processes beside 32 callers: ${answered} answered, ${cutOff.length} cut off; until it had ended`
  recordFigures({ fault: 'R11', done, seconds })
  expect(cutOff).toEqual([])
  // It was announced before the first connection was refused.
  expect(ready.indexOf(503)).toBeGreaterThan(0)
  expect(ready.indexOf(503)).toBeLessThan(ready.indexOf('refused'))
}

test('a client that never sends its request does not delay the stop', async () => {
  const app = await startApp('stop-with-idle', { DRAIN_SECONDS: '0', BUNDLED_PLACES: 'off' })
  const { hostname, port } = new URL(app.origin)
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  const closed = once(silent, 'close')
  await app.stop()
  await closed
})

/** Sends one request over a new connection. */
function sendRequest(app: RunningApp, line: string): Promise<End> {
  return exchange(app, (socket) => socket.write(line === 'POST' ? post(app) + QUERY : head(app, line)))
}

/** The same with a body that takes this long to arrive, in milliseconds. */
function sendSlowRequest(app: RunningApp, milliseconds: number): Promise<End> {
  return exchange(app, (socket) => {
    socket.write(post(app) + QUERY.slice(0, 10))
    setTimeout(() => socket.write(QUERY.slice(10)), milliseconds)
  })
}

function post(app: RunningApp): string {
  const type = `origin: ${app.origin}\r\ncontent-type: application/json\r\ncontent-length: ${QUERY.length}\r\n`
  return head(app, `POST ${apiPaths.graphql} HTTP/1.1`, type)
}

function head({ origin }: RunningApp, line: string, headers = ''): string {
  return `${line}\r\nhost: ${new URL(origin).host}\r\n${headers}\r\n`
}

/** Connects, sends, and returns how it ended. */
function exchange({ origin }: RunningApp, send: (socket: Socket) => void): Promise<End> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => send(socket))
    let answer = ''
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : String(error.code)),
    )
    socket.on('close', () => resolve(`closed after ${socket.bytesWritten} bytes`))
    socket.on('data', (chunk) => {
      answer += chunk
      const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
      if (!status) return
      resolve(Number(status))
      socket.destroy()
    })
  })
}
