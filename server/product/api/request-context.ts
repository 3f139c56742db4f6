import DataLoader from 'dataloader'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OperationContext, Services, Session } from '../../platform/context.ts'
import { Shown } from '../../platform/database/shown.ts'
import { readUploaderToken, replyCookies } from '../../platform/http/cookies.ts'
import { readShownReader } from '../../platform/http/shown-reader.ts'
import { normalizeIdempotencyKey } from '../../platform/idempotency.ts'
import {
  loadAuthorNumbers,
  loadAuthorPins,
  loadAuthorStates,
  loadAuthors,
  loadPostCounts,
} from '../authors/present-author.ts'
import { loadMentions } from '../comments/addressees.ts'
import { countHiddenComments } from '../comments/get-comments.ts'
import { loadHidingReasons, type WrittenItem } from '../enforcement/decisions.ts'
import { loadBeenCounts, loadImages, loadLiked, loadLikeUsers, loadPlaces } from '../posts/post-loaders.ts'
import { loadVerdicts } from '../posts/venues/verdicts.ts'
import { loadSavedLists } from '../saves/entries.ts'
import { ListBudget } from './query-limits.ts'

export type GraphqlContext = OperationContext &
  Readonly<{
    requestId: string
    lists: ListBudget
    loaders: ReturnType<typeof buildLoaders>
    shownReader: string | null
  }>

export async function buildContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<GraphqlContext> {
  return contextFor(services, request, reply, await request.loadSession())
}

/** The context for a given session; without one, only what every visitor may read is found. */
export function contextFor(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | null,
): GraphqlContext {
  const context: OperationContext = {
    ...services,
    log: request.log,
    session,
    shown: new Shown(),
    cookies: replyCookies(reply, services.config),
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    uploader: readUploaderToken(request, services.config),
    idempotencyKey: normalizeIdempotencyKey(request.headers['idempotency-key']),
  }
  return {
    ...context,
    requestId: request.id,
    lists: new ListBudget(),
    loaders: buildLoaders(context),
    shownReader: readShownReader(request.headers),
  }
}

function buildLoaders(context: OperationContext) {
  return {
    images: new DataLoader((ids: readonly string[]) => loadImages(context, ids)),
    likeUsers: new DataLoader((ids: readonly string[]) => loadLikeUsers(context, ids)),
    liked: new DataLoader((ids: readonly string[]) => loadLiked(context, ids)),
    saved: new DataLoader((ids: readonly string[]) => loadSavedLists(context, ids)),
    places: new DataLoader((ids: readonly string[]) => loadPlaces(context.db, ids)),
    beenCounts: new DataLoader((ids: readonly string[]) => loadBeenCounts(context, ids)),
    verdicts: new DataLoader((ids: readonly string[]) => loadVerdicts(context, ids)),
    hiddenCommentCounts: new DataLoader((ids: readonly string[]) => countHiddenComments(context, ids)),
    mentions: new DataLoader((ids: readonly string[]) => loadMentions(context, ids)),
    reasons: new DataLoader((items: readonly WrittenItem[]) => loadHidingReasons(context, items), {
      cacheKeyFn: ({ kind, id }) => `${kind} ${id}`,
    }),
    authors: new DataLoader((ids: readonly number[]) => loadAuthors(context, ids)),
    postCounts: new DataLoader((ids: readonly number[]) => loadPostCounts(context, ids)),
    authorNumbers: new DataLoader((ids: readonly number[]) => loadAuthorNumbers(context, ids)),
    authorStates: new DataLoader((ids: readonly number[]) => loadAuthorStates(context, ids)),
    authorPins: new DataLoader((ids: readonly number[]) => loadAuthorPins(context, ids)),
  }
}
