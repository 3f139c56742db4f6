import type { FastifyInstance } from 'fastify'
import encodeQR from 'qr'
import { PAGE_CODE } from '#rules/paths.ts'
import type { Config } from '../../config.ts'
import { HttpError } from '../http-error.ts'

/** Characters of a URL: more would not be read from a print. */
const LONGEST = 300

/** QR codes of our own pages only, so that nobody makes our name vouch for another site. */
export function registerPageCodes(app: FastifyInstance, { publicOrigin }: Config): void {
  app.get(`${PAGE_CODE}/*`, async (request, reply) => {
    const url = publicOrigin + request.url.slice(PAGE_CODE.length)
    if (url.length > LONGEST) throw new HttpError(400, 'BAD_USER_INPUT')
    const code = await app.inReadTurn(request, async () => encodeQR(url, 'svg', { ecc: 'medium', border: 2 }))
    return reply.type('image/svg+xml; charset=utf-8').header('cache-control', 'public, max-age=86400').send(code)
  })
}
