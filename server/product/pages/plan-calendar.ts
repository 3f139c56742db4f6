import type { FastifyInstance } from 'fastify'
import ical from 'ical-generator'
import { collectionMessages } from '#rules/collections.ts'
import { HOUR_MS } from '#rules/dates.ts'
import { apiPaths, collectionPath } from '#rules/paths.ts'
import { openStateAtPlan, rankEntries } from '#rules/plan.ts'
import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { buildContext } from '../api/request-context.ts'
import { loadConfigWithSiteName } from '../look/load-look.ts'
import { getCollection, type PresentedCollectionPage } from '../saves/collections/get-collection.ts'
import { PRIVATE_CACHE_CONTROL } from './pages.ts'

/** Milliseconds that a meal is assumed to take. */
const MEAL_MS = 2 * HOUR_MS

const MOST_LISTED = 10

/** Adds the route of a plan as an iCalendar file, for all who may read its collection. */
export function registerPlanCalendar(app: FastifyInstance, parts: Services): void {
  app.get<{ Params: { id: string } }>(apiPaths.planCalendar, async (request, reply) => {
    const context = await buildContext(parts, request, reply)
    const page = await app.inReadTurn(request, () => getCollection(context, request.params))
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({
        'cache-control': PRIVATE_CACHE_CONTROL,
        vary: 'cookie',
        'content-disposition': 'attachment; filename="plan.ics"',
      })
      .send(calendarOf(await loadConfigWithSiteName(parts), page))
  })
}

/**
 * Makes the calendar file of a plan. The event is at the place with most hearts that is open at that time.
 * @throws {AppError} NOT_FOUND for a collection without a time
 */
function calendarOf({ siteName, publicOrigin }: Config, { collection, entries }: PresentedCollectionPage): string {
  const { id, name, about, planAt, planHolidays, updatedAt } = collection
  if (planAt === null) throw new AppError('NOT_FOUND', { message: collectionMessages.noPlanTime })
  const at = Date.parse(planAt)
  // Entries of withdrawn authors have no name to show.
  const known = entries.filter(({ title }) => title !== '')
  const places = rankEntries(
    known,
    ({ post, shop_gone }) => shop_gone || (post !== null && openStateAtPlan(post, at, planHolidays)?.open === false),
  )
  const [first] = places
  const url = publicOrigin + collectionPath(id)
  const listed = places.slice(0, MOST_LISTED).map(({ title, address, hearts }, index) => {
    const where = [title, address].filter(Boolean).join(', ')
    return `${index + 1}. ${where}${hearts > 0 ? ` (하트 ${hearts})` : ''}`
  })
  const calendar = ical({ prodId: { company: siteName, product: siteName, language: 'KO' } })
  calendar.createEvent({
    id: `${id}@${new URL(publicOrigin).host}`,
    stamp: new Date(updatedAt),
    start: new Date(at),
    end: new Date(at + MEAL_MS),
    summary: first ? `${name}: ${first.title}` : name,
    description: [about, ...listed, url].filter(Boolean).join('\n'),
    url,
    ...(first && { location: locationOf(first) }),
  })
  return calendar.toString()
}

function locationOf({ post, title, address, lat, lng }: PresentedCollectionPage['entries'][number]) {
  return {
    title: post?.place_name || title,
    ...(address && { address }),
    ...(lat !== null && lng !== null && { geo: { lat, lon: lng } }),
  }
}
