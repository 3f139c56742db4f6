import { Agent, request as send } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { documents } from '#tests/api.ts'

/**
 * One network that tries to use up the site. It is a process of its own, so that its load does not distort measured
 * times: `node bench/one-network/attack.ts ATTACK ORIGIN PICTURE EMAIL`, with the address of a member.
 */

const NETWORK = '127.0.2.1'
const CONNECTIONS = 800
const HALF_A_CROWD = 1000
const CROWD = 1900
const READERS_OF_PICTURES = 64
const NEW_CONNECTIONS = 1600
const SEARCHERS = 800
const PIPELINES = 15
const PIPELINED = 100

const [name = '', origin = '', picture = '', email = ''] = process.argv.slice(2)
const { hostname, port } = new URL(origin)
let asked = 0

type Asked = Readonly<{ path: string; body?: string; headers?: Record<string, string> }>

const password = 'abcd123!'
const answer = { questionIndex: 0, questionAnswer: '파랑' }

/** The attacks, which never end by themselves. */
const attacks: Readonly<Record<string, () => void>> = {
  'pages that are not there': () => many(CONNECTIONS, () => ({ path: `/nope${asked}` })),
  'logins with another next page each': () => many(CONNECTIONS, () => ({ path: `/account/login?next=/x${asked}` })),
  pictures: () => many(READERS_OF_PICTURES, () => ({ path: picture })),
  'last bytes of pictures': () => many(READERS_OF_PICTURES, () => ({ path: picture, headers: { range: 'bytes=-1' } })),
  'new connections': () => void openAgainAndAgain(NEW_CONNECTIONS, () => '/healthz'),
  'pipelined requests': () => void pipeline(),
  'lists of posts': () => many(HALF_A_CROWD, () => operation('getPosts', { pageParam: 1, n: asked })),
  'sign-ups with a taken address': () =>
    many(HALF_A_CROWD, () => operation('signup', { email, username: '김하나', password, ...answer })),
  'sign-ups with addresses of their own': () =>
    many(CROWD, () =>
      operation('signup', { email: `s${process.pid}-${asked}@naver.com`, username: '김하나', password, ...answer }),
    ),
  'logins with a wrong password': () =>
    many(HALF_A_CROWD, () => operation('login', { email, password: 'wrong-one1!' })),
  'logins to another address each': () =>
    many(CROWD, () => operation('login', { email: `l${asked}@naver.com`, password: 'wrong-one1!' })),
  recoveries: () => many(HALF_A_CROWD, () => operation('forgotPw', { email: `r${asked}@naver.com`, ...answer })),
  'changes of password': () =>
    many(HALF_A_CROWD, () => operation('changePw', { jwt: 'x', newPassword: 'another-1!', password })),
  '/readyz': () => many(HALF_A_CROWD, () => ({ path: '/readyz' })),
  'search pages over new connections': () => void openAgainAndAgain(SEARCHERS, () => `/search?keyword=x${asked}`),
}

process.once('disconnect', () => process.exit())
attacks[name]?.()

function operation(field: string, variables: Record<string, unknown>): Asked {
  const body = JSON.stringify({ query: documents.get(field), variables })
  return { path: '/graphql', body, headers: { 'content-type': 'application/json' } }
}

/** Opens connections, each of which sends its next request after a response. */
function many(connections: number, next: () => Asked): void {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = () => {
    asked++
    const { path, body, headers = {} } = next()
    const options = { agent, localAddress: NETWORK, headers, method: body === undefined ? 'GET' : 'POST' }
    const request = send(`${origin}${path}`, options, (response) => {
      response.resume().once('close', ask)
    })
    request.once('error', () => setTimeout(ask, 100))
    request.end(body)
  }
  for (let connection = 0; connection < connections; connection++) ask()
}

async function openAgainAndAgain(connections: number, path: () => string): Promise<void> {
  for (;;) {
    const sockets = Array.from({ length: connections }, open)
    for (const socket of sockets) {
      asked++
      socket.write(`GET ${path()} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    }
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
