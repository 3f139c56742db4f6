import { micromark } from 'micromark'
import type {
  CountResult,
  LookPreview,
  MutationSetSiteLookArgs,
  MutationSetSitePageArgs,
  QueryPreviewSiteLookArgs,
  SiteLook,
} from '#contract/schema.gen.ts'
import { lookPreviewSchema, lookSchema, sitePageSchema } from '#rules/look-input.ts'
import type { MemberContext } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { badInput, checkInput } from '../../platform/errors.ts'
import { disownImages, loadShownImages, replaceShownImages } from '../../platform/pictures/image-uses.ts'
import { addToModerationRecord } from '../enforcement/decisions.ts'
import { requireModerationRight } from '../moderation/policy.ts'
import { defaultColours, faultOfAccent, palettesOf, type Theme } from './accent.ts'
import { loadStoredLook } from './load-look.ts'

const OWNER = { look_id: 1 } as const

/** @throws {AppError} FORBIDDEN for moderators */
export async function getSiteLook({ session, db, config, images }: MemberContext): Promise<SiteLook> {
  requireModerationRight(session, 'open')
  const { announcementEnds, logo, ...look } = await loadStoredLook(db)
  const pages = await db.selectFrom('site_pages').selectAll().orderBy('place').execute()
  return {
    ...look,
    announcementEnds: announcementEnds === null ? null : new Date(announcementEnds).toISOString(),
    logo: images.urlOf(logo, null),
    defaultName: config.siteName,
    pages,
  }
}

/**
 * How an accent and a page would look.
 * @throws {AppError} FORBIDDEN for moderators, BAD_USER_INPUT for an accent without contrast
 */
export async function previewSiteLook(
  { session }: MemberContext,
  args: QueryPreviewSiteLookArgs,
): Promise<LookPreview> {
  requireModerationRight(session, 'open')
  const { accent, text } = checkInput(lookPreviewSchema, args)
  requireContrast(accent)
  const palettes = accent === null ? null : palettesOf(accent)
  const colours = (theme: Theme) =>
    Object.entries({ ...defaultColours[theme], ...palettes?.[theme] }).map(([token, colour]) => ({ token, colour }))
  return { light: colours('light'), dark: colours('dark'), html: micromark(text) }
}

function requireContrast(accent: string | null): void {
  const fault = accent === null ? null : faultOfAccent(accent)
  if (fault !== null) throw badInput([{ field: 'accent', message: fault }])
}

/** Replaces all that admins chose but the pages. @throws {AppError} FORBIDDEN for moderators, BAD_USER_INPUT */
export async function setSiteLook(context: MemberContext, args: MutationSetSiteLookArgs): Promise<CountResult> {
  const { session, db } = context
  requireModerationRight(session, 'open')
  const { logo, announcementEnds: ends, ...input } = checkInput(lookSchema, args)
  requireContrast(input.accent)
  const look = {
    name: input.name || null,
    welcome: input.welcome || null,
    announcement: input.announcement || null,
    announcement_ends: input.announcement === '' || ends === null ? null : new Date(ends),
    accent: input.accent,
  }
  await db.transaction().execute(async (tx) => {
    const row = { id: OWNER.look_id, ...look }
    await tx
      .insertInto('site_look')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(look))
      .execute()
    await setLogo(tx, context, logo)
    const chosen = Object.entries({ ...look, logo }).filter(([, value]) => value !== null && value !== '')
    await addToModerationRecord(tx, {
      actorId: session.accountId,
      action: 'set look',
      reason: chosen.map(([name]) => name).join(', '),
    })
  })
  changesOf(db).announce(null)
  return { count: 1, id: null }
}

/** The logo is the site's: it stays when the account of the admin who brought it is erased. */
async function setLogo(tx: Queryable, { images, uploader, session }: MemberContext, logo: string | null) {
  const before = await loadShownImages(tx, OWNER)
  const current = await loadStoredLook(tx)
  const isSame = logo !== null && logo === images.urlOf(current.logo, null)
  if (isSame) return
  const claimant = { uploader, accountId: session.accountId }
  const shown = await images.claim(tx, logo === null ? [] : [logo], claimant)
  await replaceShownImages(tx, OWNER, shown, before)
  await disownImages(
    tx,
    shown.flatMap(({ imageId }) => imageId ?? []),
  )
}

/**
 * Writes a page of the site, or removes it if title and text are empty.
 * @throws {AppError} FORBIDDEN for moderators, BAD_USER_INPUT
 */
export async function setSitePage({ session, db }: MemberContext, args: MutationSetSitePageArgs): Promise<CountResult> {
  requireModerationRight(session, 'open')
  const page = checkInput(sitePageSchema, args)
  await db.transaction().execute(async (tx) => {
    if (page.title === '') await tx.deleteFrom('site_pages').where('place', '=', page.place).execute()
    else {
      await tx
        .insertInto('site_pages')
        .values(page)
        .onConflict((conflict) => conflict.column('place').doUpdateSet({ title: page.title, text: page.text }))
        .execute()
    }
    await addToModerationRecord(tx, {
      actorId: session.accountId,
      action: 'set page',
      reason: `${page.place} ${page.title}`.trim(),
    })
  })
  changesOf(db).announce(null)
  return { count: 1, id: null }
}
