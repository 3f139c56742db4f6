import { HOUR_MS } from '#rules/dates.ts'
import { followUser } from '../authors/people.ts'
import { sentenceOf } from '../failures.ts'
import { toast } from '../kit/toast.tsx'
import { type Mark, type Target, toggleMark } from '../posts/cards/toggle-mark.ts'
import { refreshCollections, setHeart } from '../posts/collections/collection-queries.ts'
import type { RouterContext } from '../router-context.ts'
import { readJson, storeText } from '../storage/browser-storage.ts'
import { carriedWish } from './carried-wish.ts'
import type { Press, Wish } from './wish.ts'

const LASTS = HOUR_MS

/** When the last fulfilled wish was made: going back to its login fulfils nothing for the next person. */
const FULFILLED = 'fulfilled_wish'

/**
 * Does after a login what the visitor had pressed, once. A failure is said on the next page.
 * @param stated wish in the state of the login's history entry
 * @param next page to return to, which names the wish of a login at a provider
 */
export async function fulfilWish(
  context: RouterContext,
  stated: Wish | undefined,
  next: string | undefined,
): Promise<void> {
  const wish = stated ?? carriedWish(next)
  if (!wish || Date.now() - wish.at > LASTS || wish.at <= Number(readJson('sessionStorage', FULFILLED))) return
  storeText('sessionStorage', FULFILLED, String(wish.at))
  await repeat(context, wish.press).catch((error: unknown) => toast(sentenceOf(error), { isForNextPage: true }))
}

async function repeat(context: RouterContext, press: Press): Promise<void> {
  const [what, of = '', id = ''] = press.split(' ')
  if (what === 'followed') {
    const { store } = context
    if (of !== store.viewer?.jwt && !store.marksOf(`author ${of}`).followed) await followUser(context, of, true)
  } else if (what === 'chosen') {
    await setHeart(context.graphql, { id: of, post: id, on: true })
    await refreshCollections(context.queryClient)
  } else await setMark(context, `${of} ${id}` as Target, what as Mark)
}

/** A member may have set it before: the buttons of a visitor do not show that. */
async function setMark(context: RouterContext, target: Target, mark: Mark): Promise<void> {
  const { store } = context
  const name = mark === 'liked' ? target : store.placeOf(target)
  if (!store.marksOf(name)[mark]) await toggleMark(context, target, mark)
}
