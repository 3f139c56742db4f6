import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#contract/page-context.ts'
import { keyOfFullName } from '#rules/images.ts'
import { loadViewer } from '../accounts/present-user.ts'
import { loadLiked } from '../posts/load-fields.ts'
import { type PageText, type RenderPage, toText } from './render-page.ts'
import { asAnonymous, type ContextParts, type GraphqlContext } from './request-context.ts'
import { budgetOf, SharedCache } from './shared-cache.ts'
import { markResult, ownValues, type PostsRead, standIn } from './stand-in.ts'
import { StandInPage } from './stand-in-page.ts'

/** Budget of the pages rendered for the stand-in in all processes, in bytes. */
const BUDGET = 32 * 1024 * 1024
const LARGEST = 1024 * 1024

/** A page for the session of the context; `isPublic` if signed-out readers get it too. */
type PageOfMember = (url: string, context: GraphqlContext, isPublic: boolean) => Promise<PageText>

/**
 * Makes pages for sessions. A page that everybody may read is rendered once for all members, without a session, for a
 * stand-in; then the name, picture, likes and posts of each reader are filled in (docs/decisions/0160). It is cached
 * for at most a second, like the pages of signed-out readers. All other pages are rendered for each reader.
 */
export function memberPages(app: FastifyInstance, { images, config }: ContextParts, render: RenderPage): PageOfMember {
  const cache = new SharedCache<StandInPage>({
    budget: budgetOf(config, BUDGET),
    largest: LARGEST,
    sizeOf: ({ size }) => size,
    isWorthKeeping: ({ status }) => status === 200,
  })
  app.onFeedChanged(() => cache.clear())

  /** `owner` is the member whose posts on the page count as the stand-in's own; null if there are none. */
  const renderForStandIn = async (url: string, context: GraphqlContext, hasPicture: boolean, owner: string | null) => {
    const read: PostsRead = { likeable: new Set(), authors: new Set() }
    const viewer = standIn(hasPicture ? images.urlOf : null)
    const change = (result: unknown) => markResult(result, owner, read)
    return new StandInPage(await render(url, asAnonymous(context), { viewer, change }), read)
  }

  const pageFor = async (url: string, context: GraphqlContext, hasPicture: boolean, handle: string) => {
    const get = (owner: string | null) =>
      cache.get(`${hasPicture} ${owner ?? ''} ${url}`, () => renderForStandIn(url, context, hasPicture, owner))
    const page = await get(null)
    return page.authors.has(handle) ? get(handle) : page
  }

  return async (url, context, isPublic) => {
    const viewer = await loadViewer(context)
    const key = viewer && pictureKey(viewer)
    if (!isPublic || viewer === null || key === null || viewer.restricted) {
      return toText(await render(url, context, { viewer }))
    }
    const page = await pageFor(url, context, key !== '', viewer.jwt)
    const liked = await likedAmong(context, page.likeable)
    const { status, headers } = page
    return { status, headers, ...page.fill({ values: ownValues(viewer, key), liked }) }
  }

  /** '' without a picture, null for a picture on another host. */
  function pictureKey({ image }: Viewer): string | null {
    if (image === null) return ''
    const key = keyOfFullName(image.slice(image.lastIndexOf('/') + 1))
    return key !== null && images.urlOf(key) === image ? key : null
  }
}

async function likedAmong(context: GraphqlContext, ids: readonly string[]): Promise<Set<string>> {
  const liked = await loadLiked(context, ids)
  return new Set(ids.filter((_id, index) => liked[index]))
}
