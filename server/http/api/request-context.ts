import DataLoader from 'dataloader'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PostImage, SavedPin } from '#contract/schema.gen.ts'
import {
  type AuthorNumbers,
  type AuthorState,
  loadAuthors,
  loadNumbers,
  loadPins,
  loadStates,
  type PresentedAuthor,
} from '../../authors/present-author.ts'
import { loadHiddenComments } from '../../comments/get-comments.ts'
import type { OperationContext, Services, Session } from '../../context.ts'
import { storedKey } from '../../db/idempotency.ts'
import { loadReasons, type OwnItem } from '../../house-rules/decisions.ts'
import { loadImages, loadLiked, loadLikeUsers, loadPlaces } from '../../posts/post-loaders.ts'
import type { Place } from '../../posts/present-post.ts'
import { loadSaved } from '../../saves/entries.ts'
import { readUploader, replyCookies } from '../cookies.ts'
import { ListBudget } from './query-limits.ts'

export type ContextParts = Services

/** The context of operations, with loaders that batch list fields into one query. */
export type GraphqlContext = OperationContext & {
  requestId: string
  lists: ListBudget
  loaders: {
    images: DataLoader<string, PostImage[]>
    likeUsers: DataLoader<string, string[]>
    liked: DataLoader<string, boolean>
    /** The lists in which the viewer keeps the post. */
    saved: DataLoader<string, readonly string[]>
    places: DataLoader<string, Place>
    hiddenComments: DataLoader<string, number>
    /** Why something of the caller's own is hidden. */
    reasons: DataLoader<OwnItem, string | null, string>
    /** By account id; null for one that is gone. */
    authors: DataLoader<number, PresentedAuthor | null>
    authorNumbers: DataLoader<number, AuthorNumbers>
    authorStates: DataLoader<number, AuthorState>
    authorPins: DataLoader<number, SavedPin[]>
  }
}

export async function buildContext(
  parts: ContextParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GraphqlContext> {
  return contextFor(parts, request, reply, await request.loadSession())
}

/** It can read only what every visitor may read. */
export function sharedContext(parts: ContextParts, request: FastifyRequest, reply: FastifyReply): GraphqlContext {
  return contextFor(parts, request, reply, null)
}

function contextFor(
  parts: ContextParts,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | null,
): GraphqlContext {
  const context: OperationContext = {
    ...parts,
    log: request.log,
    session,
    shown: new Set(),
    cookies: replyCookies(reply, parts.config),
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    uploader: readUploader(request, parts.config),
    idempotencyKey: storedKey(request.headers['idempotency-key']),
  }
  return { ...context, requestId: request.id, lists: new ListBudget(), loaders: buildLoaders(context) }
}

function buildLoaders(context: OperationContext): GraphqlContext['loaders'] {
  return {
    images: new DataLoader((ids) => loadImages(context, ids)),
    likeUsers: new DataLoader((ids) => loadLikeUsers(context, ids)),
    liked: new DataLoader((ids) => loadLiked(context, ids)),
    saved: new DataLoader((ids) => loadSaved(context, ids)),
    places: new DataLoader((ids) => loadPlaces(context.db, ids)),
    hiddenComments: new DataLoader((ids) => loadHiddenComments(context, ids)),
    reasons: new DataLoader((items) => loadReasons(context, items), { cacheKeyFn: ({ kind, id }) => `${kind} ${id}` }),
    authors: new DataLoader((ids) => loadAuthors(context, ids)),
    authorNumbers: new DataLoader((ids) => loadNumbers(context, ids)),
    authorStates: new DataLoader((ids) => loadStates(context, ids)),
    authorPins: new DataLoader((ids) => loadPins(context, ids)),
  }
}
