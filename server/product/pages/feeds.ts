import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { QueryGetPostsArgs } from '#contract/schema.gen.ts'
import { areaPath, authorPath, FEED_PATH, paths, postPath } from '#rules/paths.ts'
import { cutCharacters } from '#rules/text.ts'
import type { Config } from '../../platform/config.ts'
import type { OperationContext, Services } from '../../platform/context.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { ANY_LIST, type Shown } from '../../platform/database/shown.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { CompressibleBody, sendBody } from '../../platform/http/compression.ts'
import { openSharedCache } from '../../platform/http/shared-cache.ts'
import { buildContext, contextFor } from '../api/request-context.ts'
import { getAuthor } from '../authors/get-authors.ts'
import { loadSiteName } from '../look/load-look.ts'
import { getArea } from '../posts/areas/get-area.ts'
import { getPosts } from '../posts/lists/get-posts.ts'
import type { PresentedPost } from '../posts/present-post.ts'
import { PRIVATE_CACHE_CONTROL, PUBLIC_CACHE_CONTROL } from './pages.ts'

const SHARE_OF_MEMORY = 0.1
const LARGEST = 256 * 2 ** 10

const SUMMARY = 300

type Feed = Readonly<{ body: CompressibleBody; shown: Shown }>

type Source = Readonly<{ title: string; path: string; posts: QueryGetPostsArgs }>
type FindSource = (context: OperationContext) => Promise<Source>

type Params = Record<string, string>

/** Adds the Atom feeds of home, areas and authors, cached for all readers who see the same posts. */
export function registerFeeds(app: FastifyInstance, parts: Services): void {
  const { config, replicas } = parts
  const cache = openSharedCache<Feed>(parts, { share: SHARE_OF_MEMORY, largest: LARGEST })

  const feedAt = (path: string, sourceOf: (params: Params) => FindSource) =>
    app.get<{ Params: Params }>(path + FEED_PATH, async (request, reply) => {
      const find = sourceOf(request.params)
      const session = await replicas.readWithoutPrimary(() => request.loadSession())
      const key = JSON.stringify([path, request.params])
      const make = () => makeFeed(config, contextFor(parts, request, reply, null), find)
      const shared = () => cache.get(key, () => replicas.read(make))
      const own = () =>
        replicas.readWithoutPrimary(async () => makeFeed(config, await buildContext(parts, request, reply), find))
      const known = session?.bypassesSharedCache ? undefined : cache.peek(key)
      return send(request, reply, known ?? (await app.inReadTurn(request, session?.bypassesSharedCache ? own : shared)))
    })

  feedAt('', () => async (context) => ({ title: await loadSiteName(context), path: '', posts: {} }))
  for (const path of ['/area/:a', '/area/:a/:b', '/area/:a/:b/:c']) {
    feedAt(path, (names) => (context) => areaSource(context, Object.values(names).join('/')))
  }
  feedAt(
    '/u/:handle',
    ({ handle = '' }) =>
      (context) =>
        authorSource(context, handle),
  )
}

async function areaSource(context: OperationContext, asked: string): Promise<Source> {
  const { around, name, path } = await getArea(context, { path: asked })
  const names = [...around, { name }].map((area) => area.name).join(' ')
  return { title: `${names} 맛집 | ${await loadSiteName(context)}`, path: areaPath(path), posts: { area: path } }
}

async function authorSource(context: OperationContext, handle: string): Promise<Source> {
  const { username } = await getAuthor(context, { handle })
  return {
    title: `${username} | ${await loadSiteName(context)}`,
    path: authorPath(handle),
    posts: { user_id: handle },
  }
}

async function makeFeed(config: Config, context: OperationContext, find: FindSource): Promise<Feed> {
  const { title, path, posts } = await find(context)
  const first = await getPosts(context, posts)
  const further =
    first.nextCursor === null ? [] : (await getPosts(context, { ...posts, cursor: first.nextCursor })).data
  // A feed has the time of the last removal of any post, so it changes with any list.
  context.shown.add(ANY_LIST)
  const shown = [...first.data, ...further]
  const { edited, removedAt } = await loadChanges(context.db, shown)
  const xml = atomXml({
    title,
    url: config.publicOrigin + (path || paths.home),
    self: config.publicOrigin + path + FEED_PATH,
    removedAt,
    entries: shown.map((post) => entryOf(config, post, edited.get(post.id))),
  })
  return { body: new CompressibleBody(Buffer.from(xml)), shown: context.shown }
}

/** Times of each post's last edit, and of the last removal of a listed post; null for never. */
async function loadChanges(db: Queryable, posts: readonly PresentedPost[]) {
  const ids = posts.map(({ id }) => Number(id))
  const { rows } = await sql<{ id: string; at: Date }>`
    select id::text, updated_at as at from posts where id = any(${ids}::bigint[]) and updated_at is not null`.execute(
    db,
  )
  const { rows: removals } = await sql<{ ms: number }>`select last_value::float8 as ms from post_removals`.execute(db)
  const ms = removals[0]?.ms ?? 0
  return {
    edited: new Map(rows.map(({ id, at }) => [id, at.toISOString()])),
    removedAt: ms > 0 ? new Date(ms).toISOString() : null,
  }
}

function entryOf({ publicOrigin }: Config, post: PresentedPost, editedAt: string | undefined): AtomEntry {
  const text = post.contents.replace(/\s+/g, ' ')
  const cut = cutCharacters(text, SUMMARY)
  return {
    url: publicOrigin + postPath(post.id),
    title: post.title,
    publishedAt: post.createdAt,
    updatedAt: editedAt ?? post.createdAt,
    author: { name: post.username, url: publicOrigin + authorPath(post.user_id) },
    summary: cut === text ? text : `${cut}…`,
  }
}

function send(request: FastifyRequest, reply: FastifyReply, { body }: Feed): FastifyReply {
  const policy = request.sessionToken === null ? PUBLIC_CACHE_CONTROL : PRIVATE_CACHE_CONTROL
  reply
    .headers({ 'cache-control': policy, vary: 'cookie, accept-encoding' })
    .type('application/atom+xml; charset=utf-8')
  return sendBody(request, reply, body, { sendsEtag: true })
}

type AtomEntry = Readonly<{
  url: string
  title: string
  publishedAt: string
  updatedAt: string
  author: { name: string; url: string }
  summary: string
}>

type AtomFeed = Readonly<{
  title: string
  url: string
  self: string
  removedAt: string | null
  entries: readonly AtomEntry[]
}>

const NEVER = '1970-01-01T00:00:00.000Z'

/** XML of an Atom feed (RFC 4287) with plain texts. Its `updated` never goes back, whatever is removed. */
export function atomXml({ title, url, self, removedAt, entries }: AtomFeed): string {
  const times = [removedAt ?? NEVER, ...entries.map(({ updatedAt }) => updatedAt)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ko">
<id>${xmlText(url)}</id>
<title>${xmlText(title)}</title>
<updated>${times.toSorted().at(-1)}</updated>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(url)}"/>
${entries.map(entryXml).join('')}</feed>
`
}

function entryXml({ url, title, publishedAt, updatedAt, author, summary }: AtomEntry): string {
  return `<entry>
<id>${xmlText(url)}</id>
<title>${xmlText(title)}</title>
<link rel="alternate" type="text/html" href="${xmlText(url)}"/>
<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
<author><name>${xmlText(author.name)}</name><uri>${xmlText(author.url)}</uri></author>
<summary>${xmlText(summary)}</summary>
</entry>
`
}

/** Characters that XML 1.0 cannot express, not even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function xmlText(text: string): string {
  return escapeHtml(text.replace(NOT_XML, ''))
}
