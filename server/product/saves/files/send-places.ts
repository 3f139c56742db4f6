import type { FastifyInstance } from 'fastify'
import { PLACE_FILE_PATH } from '#rules/place-imports.ts'
import { refuseRestricted, type Services } from '../../../platform/context.ts'
import { requireOwnOrigin } from '../../../platform/http/headers.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { loadPlaceLists, renderPlaceFile } from './place-files.ts'
import { type PlaceFormat, placeFormats } from './write-places.ts'

const NAME = /^(want|been|[A-Za-z0-9_-]{22})\.(csv|geojson|kml|gpx)$/

/** Adds the route by which members download their own lists and collections. */
export function registerPlaceFiles(app: FastifyInstance, { config, db, rateLimits }: Services): void {
  const options = { exposeHeadRoute: false, onRequest: requireOwnOrigin(config) }
  app.get<{ Params: { name: string } }>(PLACE_FILE_PATH, options, async (request, reply) => {
    const session = await request.loadSession()
    // Fails with an HTTP status, because nobody reads a GraphQL `errors` body in a download.
    if (!session) throw new HttpError(401, 'UNAUTHENTICATED')
    refuseRestricted(session)
    const { accountId } = session
    const [, key, format = 'csv'] = NAME.exec(request.params.name) ?? []
    if (key === undefined) throw new HttpError(404, 'NOT_FOUND')
    const lists = await rateLimits.count('export', { accountId, ip: request.ip }, () =>
      loadPlaceLists(db, accountId, config.publicOrigin),
    )
    const list = lists.find((one) => one.key === key)
    if (!list) throw new HttpError(404, 'NOT_FOUND')
    const name = `${list.title}.${format}`
    return reply
      .type(placeFormats[format as PlaceFormat].type)
      .header('content-disposition', `attachment; filename="places.${format}"; filename*=UTF-8''${encodeName(name)}`)
      .header('cache-control', 'private, no-store')
      .send(renderPlaceFile(list, format as PlaceFormat))
  })
}

/** Encodes by RFC 8187; characters that file names may not have become spaces. */
function encodeName(name: string): string {
  const safe = name.replace(/[\\/:*?"<>|]/g, ' ').trim()
  return encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
