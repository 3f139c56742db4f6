import { HOUR_MS } from '#rules/dates.ts'
import { followUser } from '../authors/people.ts'
import { sentenceOf } from '../failures.ts'
import { toast } from '../kit/toast.tsx'
import { type Mark, type Target, toggleMark } from '../posts/cards/toggle-mark.ts'
import { refreshCollections, setHeart } from '../posts/collections/collection-queries.ts'
import type { RouterContext } from '../router-context.ts'
import { readJson, storeText } from '../storage/browser-storage.ts'
import { loadKeptPress } from './kept-press.ts'
import type { PendingPress, Press } from './pending-press.ts'

const MOST_AGE_MS = HOUR_MS

/** Storage key for the time of the last repeated press. Going Back to that login must not repeat the press for the next person. */
const REPEATED = 'fulfilled_wish'

/**
 * Repeats after a login what the visitor had pressed, once. The next page shows a failure.
 * @param stated press in the state of the login's history entry
 * @param next URL to return to, which has the mark of a press from before a login at a provider
 */
export async function repeatPress(
  context: RouterContext,
  stated: PendingPress | undefined,
  next: string | undefined,
): Promise<void> {
  const pending = stated ?? loadKeptPress(next)
  if (!pending || Date.now() - pending.at > MOST_AGE_MS) return
  if (pending.at <= Number(readJson('sessionStorage', REPEATED))) return
  storeText('sessionStorage', REPEATED, String(pending.at))
  await send(context, pending.press).catch((error: unknown) => toast(sentenceOf(error), { isForNextPage: true }))
}

async function send(context: RouterContext, press: Press): Promise<void> {
  const [what, of = '', id = ''] = press.split(' ')
  if (what === 'followed') {
    const { store } = context
    if (of !== store.viewer?.jwt && !store.marksOf(`author ${of}`).followed) await followUser(context, of, true)
  } else if (what === 'chosen') {
    await setHeart(context.graphql, { id: of, post: id, on: true })
    await refreshCollections(context.queryClient)
  } else await setMark(context, `${of} ${id}` as Target, what as Mark)
}

/** Sets the mark unless the member had set it before: a second press would remove it. */
async function setMark(context: RouterContext, target: Target, mark: Mark): Promise<void> {
  const { store } = context
  const name = mark === 'liked' ? target : store.placeOf(target)
  if (!store.marksOf(name)[mark]) await toggleMark(context, target, mark)
}
