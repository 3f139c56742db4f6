import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { apiPaths } from '#rules/paths.ts'
import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { escapeHtml } from '../../escape-html.ts'
import { listSitemapFiles, readSitemapFile, type SitemapEntry, type SitemapFile } from '../../posts/sitemap.ts'
import { HttpError } from '../http-error.ts'
import { CompressibleBody } from './compression.ts'

const MAX_AGE_SECONDS = 3600
/** Bytes. */
const BUDGET = 32 * 2 ** 20

/** Milliseconds: a client that requests all files takes a few percent of a core. */
const PAUSE = 200
/** Further requests are refused with this `Retry-After`. */
const MOST_WAITING = 20
const RETRY_AFTER = 30

type Index = Readonly<{ files: SitemapFile[]; body: CompressibleBody }>

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const PROTOCOL = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Files are made when they are first requested, one at a time, and cached for an hour (sitemaps.org). */
export function registerSitemap(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>): void {
  const { publicOrigin: origin } = config
  const inTurn = turns(PAUSE)
  const kept = new LRUCache<'index', Index>({
    max: 1,
    ttl: MAX_AGE_SECONDS * 1000,
    fetchMethod: async () => {
      const files = await inTurn(() => listSitemapFiles(db))
      return { files, body: new CompressibleBody(Buffer.from(indexXml(origin, files))) }
    },
  })
  const bodies = new LRUCache<string, CompressibleBody, SitemapFile>({
    maxSize: BUDGET,
    sizeCalculation: ({ size }) => size,
    ttl: MAX_AGE_SECONDS * 1000,
    fetchMethod: async (_name, _old, { context: file }) => {
      const entries = await inTurn(() => readSitemapFile(db, file))
      return new CompressibleBody(Buffer.from(fileXml(origin, entries)))
    },
  })

  app.get(apiPaths.sitemap, async (request, reply) => {
    const index = await kept.fetch('index')
    if (!index) throw new AppError('UNAVAILABLE')
    return send(request, reply, index.body)
  })
  app.get<{ Params: { name: string } }>(apiPaths.sitemapFile, async (request, reply) => {
    const index = await kept.fetch('index')
    const file = index?.files.find((one) => fileName(one) === request.params.name)
    const body = file && (await bodies.fetch(fileName(file), { context: file }))
    if (!body) throw new HttpError(404, 'BAD_USER_INPUT')
    return send(request, reply, body)
  })
}

/** One after the other, with a pause in milliseconds after each. */
function turns(pause: number) {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(make: () => Promise<T>): Promise<T> => {
    if (waiting >= MOST_WAITING) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER })
    waiting++
    const made = last.then(make).finally(() => waiting--)
    const idle = () => wait(pause, undefined, { ref: false })
    last = made.then(idle, idle)
    return made
  }
}

function send(request: FastifyRequest, reply: FastifyReply, body: CompressibleBody): FastifyReply {
  const encoding = body.encodingFor(request.headers['accept-encoding'])
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    .header('vary', 'accept-encoding')
    .send(body.bytes(encoding))
}

function fileName({ kind, number }: SitemapFile): string {
  return `${kind}-${number}.xml`
}

function indexXml(origin: string, files: readonly SitemapFile[]): string {
  const lines = files.map((file) => `<sitemap><loc>${origin}/sitemap/${fileName(file)}</loc></sitemap>\n`)
  return `${XML}<sitemapindex ${PROTOCOL}>\n${lines.join('')}</sitemapindex>\n`
}

function fileXml(origin: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ path, changed }) => {
    const day = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${escapeHtml(origin + path)}</loc>${day}</url>\n`
  })
  return `${XML}<urlset ${PROTOCOL}>\n${lines.join('')}</urlset>\n`
}
