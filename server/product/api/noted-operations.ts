import { MINUTE_MS } from '#rules/dates.ts'
import { TIME_STEP_SECONDS } from '#rules/hours.ts'
import type { GraphqlContext } from './request-context.ts'

export type AnyOperation = (context: GraphqlContext, args: object) => unknown

/** Reads that note names of all they show in `context.shown`, also of what may join it (`platform/database/shown.ts`). */
const noting: ReadonlySet<string> = new Set([
  'getArea',
  'getAuthor',
  'getCollection',
  'getCollections',
  'getComments',
  'getPlace',
  'getPlacePhotos',
  'getPlacePosts',
  'getPopularAreas',
  'getPost',
  'getPosts',
  'getReplies',
  'getWeeklyTop',
])

/** Notes of any other operation, and of a failure, that not all of it is named; and when other places are open. */
export function noteWhatIsShown(name: string, operation: AnyOperation): AnyOperation {
  return async (context, args) => {
    if ('open' in args && args.open) context.shown.keepUntil(nextStep(Date.now()))
    if (!noting.has(name)) context.shown.addUnnamed()
    try {
      return await operation(context, args)
    } catch (error) {
      context.shown.addUnnamed()
      throw error
    }
  }
}

/** Lists of open places are as of a minute, and places open and close between steps. */
function nextStep(instant: number): number {
  const step = TIME_STEP_SECONDS * 1000
  const minute = instant - (instant % MINUTE_MS)
  return minute - (minute % step) + step
}
