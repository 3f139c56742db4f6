import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * One network that wants all of the site for itself. A process of its own, so that what it takes delays nobody's clock:
 * `node bench/one-network/attack.ts ATTACK ORIGIN PICTURE`.
 */
const NETWORK = '127.0.2.1'
const CONNECTIONS = 800
const READERS_OF_PICTURES = 64
const NEW_CONNECTIONS = 1600
const PIPELINES = 15
const PIPELINED = 100

const [name = '', origin = '', picture = ''] = process.argv.slice(2)
const { hostname, port } = new URL(origin)
let asked = 0

/** What each attack does; it never ends by itself. */
const attacks: Readonly<Record<string, () => void>> = {
  'pages that are not there': () => many(CONNECTIONS, () => `/nope${asked}`),
  'logins with another next page each': () => many(CONNECTIONS, () => `/account/login?next=/x${asked}`),
  pictures: () => many(READERS_OF_PICTURES, () => picture),
  'last bytes of pictures': () => many(READERS_OF_PICTURES, () => picture, { range: 'bytes=-1' }),
  'new connections': () => void openAgainAndAgain(),
  'pipelined requests': () => void pipeline(),
}

process.once('disconnect', () => process.exit())
attacks[name]?.()

/** So many connections, each of which asks again as soon as it is answered. */
function many(connections: number, path: () => string, headers: Record<string, string> = {}): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = () => {
    asked++
    const request = get(`${origin}${path()}`, { agent, localAddress: NETWORK, headers }, (response) => {
      response.resume().once('close', ask)
    })
    request.once('error', () => setTimeout(ask, 100))
  }
  for (let connection = 0; connection < connections; connection++) ask()
}

async function openAgainAndAgain(): Promise<void> {
  for (;;) {
    const sockets = Array.from({ length: NEW_CONNECTIONS }, open)
    for (const socket of sockets) socket.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    await wait(2000)
    for (const socket of sockets) socket.destroy()
  }
}

async function pipeline(): Promise<void> {
  const sockets = Array.from({ length: PIPELINES }, open)
  for (;;) {
    for (const [at, socket] of sockets.entries()) {
      if (socket.destroyed) sockets[at] = open()
      const requests = Array.from(
        { length: PIPELINED },
        () => `GET /nope${asked++} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`,
      )
      sockets[at]?.write(requests.join(''))
    }
    await wait(1000)
  }
}

function open(): Socket {
  const socket = connect({ host: hostname, port: Number(port), localAddress: NETWORK })
  socket.on('error', () => {})
  return socket.resume()
}
