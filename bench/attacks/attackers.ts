import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { createApi } from '#tests/api.ts'
import { buildUser, uniqueName } from '#tests/factories.ts'
import { multipart } from './people.ts'
import type { AttackedSite } from './site.ts'

/** An attack, repeated by `hands` attackers at once; `deed` returns how often it got through. */
export type Attack = {
  name: string
  hands: number
  start(site: AttackedSite, hand: number): Promise<() => Promise<boolean>>
}

const KILL_EVERY_MS = 5000
const RESTART_EVERY = 24

/** Lost connections, documents, shared answers, HEAD, uploads, mails, and floods of accounts, posts and likes. */
export const attacks: readonly Attack[] = [
  {
    name: 'lost connections: a backend every 5 s, the whole database every 2 minutes',
    hands: 1,
    start: async (site) => {
      let turn = 0
      return async () => {
        await wait(KILL_EVERY_MS)
        const victim = ++turn % RESTART_EVERY === 0 ? site.postmaster : site.backends()[turn % 3]
        if (victim) process.kill(victim, turn % RESTART_EVERY === 0 ? 'SIGKILL' : 'SIGTERM')
        return victim !== undefined && victim !== null
      }
    },
  },
  {
    name: 'distinct documents of 2 kB, each twice',
    hands: 2,
    start: async (site, hand) => {
      const api = createApi(site.origin).fresh(`127.0.2.${hand}`)
      return async () => {
        const query = fragments(40)
        const replies = [await api.post({ query }), await api.post({ query })]
        return replies.every(({ status }) => status === 200)
      }
    },
  },
  {
    name: 'large shared answers: a long field under many aliases',
    hands: 2,
    start: async (site, hand) => {
      const api = createApi(site.origin).fresh(`127.0.3.${hand}`)
      return async () => {
        const query = `{ getPosts { data { ${names('contents', 190)} } } }`
        return (await api.post({ query })).status === 200
      }
    },
  },
  {
    name: 'HEAD /',
    hands: 1,
    start: async (site) => {
      const api = createApi(site.origin).fresh('127.0.4.1')
      return async () => (await api.send('HEAD', '/')).status === 200
    },
  },
  {
    name: 'PNG of 1 × 39,999,999',
    hands: 10,
    start: async (site, hand) => {
      const { client } = await buildUser(createApi(site.origin).fresh(`127.0.5.${1 + (hand % 3)}`))
      const form = multipart(thinPng(39_999_999))
      return async () =>
        (await client.send('POST', '/v1_1/matnanum/image/upload', form.body, form.headers)).status === 200
    },
  },
  {
    name: "changes of profile to strangers' addresses",
    hands: 2,
    start: async (site, hand) => {
      const api = createApi(site.origin).fresh(`127.0.6.${hand}`)
      const user = await buildUser(api)
      let turn = 0
      return async () => {
        const email = `stranger${turn++ % 21}@example.kr`
        const { username, questionIndex } = user
        await api.as(user).update({ jwt: user.handle, email, username, questionIndex, questionAnswer: `${turn}` })
        return true
      }
    },
  },
  {
    name: 'new accounts',
    hands: 2,
    start: async (site) => {
      const api = createApi(site.origin).fresh('127.0.7.1')
      return async () => {
        await buildUser(api)
        return true
      }
    },
  },
  {
    name: 'new posts',
    hands: 2,
    start: async (site, hand) => {
      const api = createApi(site.origin).fresh(`127.0.8.${hand}`)
      const user = await buildUser(api)
      return async () => {
        await api.as(user).addPost({ title: '광고', contents: '광고 '.repeat(75) })
        return true
      }
    },
  },
  {
    name: 'likes',
    hands: 2,
    start: async (site, hand) => {
      const api = createApi(site.origin).fresh(`127.0.9.${hand}`)
      const user = await buildUser(api)
      let turn = 0
      return async () => {
        const { data } = await api.getPosts({ pageParam: 1 })
        const id = data[turn % data.length]?.id
        if (!id) return false
        await api.as(user).likePost({ id, isLike: turn++ % 2 === 0, jwt: user.handle })
        return true
      }
    },
  },
]

/** A unique document of about 2 kB within every limit. */
function fragments(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `f${index}${uniqueName()}`)
  const spread = names.map((name) => `...${name}`).join(' ')
  return `{ getPosts { data { ${spread} } } } ${names.map((name) => `fragment ${name} on Post{id}`).join(' ')}`
}

/** The field under many new aliases. */
function names(field: string, count: number): string {
  const salt = randomBytes(3).toString('hex')
  return Array.from({ length: count }, (_, index) => `a${salt}${index}:${field}`).join(' ')
}

/** A PNG one pixel wide: a small file that takes long to decode. */
function thinPng(height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of gray.
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const pixels = deflateSync(Buffer.alloc(height * 2), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
