import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import isFresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { jpegFileName, keyOfJpegName } from '#rules/images.ts'
import { shareOfProcess } from '../../platform/config.ts'
import type { OperationContext, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/limits/networks.ts'
import { FairGate } from '../../platform/turns/fair-gate.ts'
import { contextFor } from '../api/request-context.ts'
import { loadSiteName } from '../look/load-look.ts'
import { getArea } from '../posts/areas/get-area.ts'
import { getPost } from '../posts/get-post.ts'
import { loadVerdicts } from '../posts/venues/verdicts.ts'
import { getCollection } from '../saves/collections/get-collection.ts'
import {
  drawShareImage,
  type ShareFacts,
  shareFactsOfArea,
  shareFactsOfCollection,
  shareFactsOfPost,
  shareImagePath,
} from '../share/share-image.ts'
import { PRIVATE_CACHE_CONTROL } from './pages.ts'

const BUDGET = 32 * 1024 * 1024
const LEAST_BUDGET = 4 * 1024 * 1024

const MOST_WAITING = 200

/** Caches ask again after a minute, so hidden or deleted content disappears. */
const A_MINUTE = 'public, max-age=60, must-revalidate'

type Params = { kind: string; id: string; version: string }

/** Adds the route of pictures for links, drawn once from public content, and refused to readers in a block with its author. */
export function registerShareImages(app: FastifyInstance, parts: Services): void {
  const { config, images, replicas } = parts
  const kept = new LRUCache<string, Buffer>({
    maxSize: shareOfProcess(config, BUDGET, LEAST_BUDGET),
    sizeCalculation: (picture) => picture.length,
  })
  const gate = new FairGate({ atOnce: 1, maxWaiting: MOST_WAITING, retryAfter: 5 })

  const read = async (photo: string): Promise<Uint8Array | null> => {
    const key = photo.startsWith(config.imageOrigin) ? keyOfJpegName(photo.slice(photo.lastIndexOf('/') + 1)) : null
    const file = key === null ? null : await images.open(key, jpegFileName(key))
    return file ? file.bytes() : null
  }
  const draw = async (key: string, facts: ShareFacts, name: string): Promise<Buffer> => {
    const drawn = kept.get(key)
    if (drawn) return drawn
    const { title, place, note, tiles } = facts
    const photos = (await Promise.all(facts.photos.map(read))).filter((photo) => photo !== null)
    const picture = await drawShareImage({ title, place, note, siteName: name, photos, tiles })
    kept.set(key, picture)
    return picture
  }

  app.get<{ Params: Params }>('/share/:kind/:id/:version', async (request, reply) => {
    const session = await replicas.readWithoutPrimary(() => request.loadSession())
    const context = contextFor(parts, request, reply, session?.bypassesSharedCache ? session : null)
    const find = () => replicas.readWithoutPrimary(() => findFacts(context, request.params))
    const facts = await app.inReadTurn(request, find)
    const path = shareImagePath(facts)
    if (request.url !== path) return redirect(reply, path)
    const policy = request.sessionToken === null ? A_MINUTE : PRIVATE_CACHE_CONTROL
    const name = await loadSiteName(parts)
    const key = name === config.siteName ? path : `${path} ${name}`
    const version = name === config.siteName ? request.params.version : shortHash(key)
    reply.headers({ 'cache-control': policy, vary: 'cookie', etag: `"${version}"` })
    if (isFresh(request.headers, reply.getHeaders())) return reply.code(304).send()
    const picture = kept.get(key) ?? (await gate.run([networkOf(request.ip)], () => draw(key, facts, name)))
    return reply.type('image/jpeg').send(picture)
  })
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(path)
}

/** @throws {AppError} NOT_FOUND for content hidden from visitors */
async function findFacts(context: OperationContext, { kind, id }: Params): Promise<ShareFacts> {
  if (kind === 'post') {
    const post = await getPost(context, { id })
    const place = post.place?.id
    const [verdict = null] = place ? await loadVerdicts(context, [place]) : []
    return shareFactsOfPost(post, verdict)
  }
  if (kind === 'collection') return shareFactsOfCollection((await getCollection(context, { id })).collection)
  if (kind === 'area') return shareFactsOfArea(await getArea(context, { path: id }))
  throw new AppError('NOT_FOUND')
}
