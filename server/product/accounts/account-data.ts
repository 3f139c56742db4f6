import type { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import type { CountResult, MutationRemoveArgs, WithdrawalSummary } from '#contract/schema.gen.ts'
import { securityQuestions } from '#rules/account.ts'
import { jpegFileName } from '#rules/images.ts'
import { type MemberContext, requireOwnHandle, type Services } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { AppError } from '../../platform/errors.ts'
import { queueImageDeletion } from '../../platform/pictures/delete-images.ts'
import { countImagesInUse, imagesOfAccount } from '../../platform/pictures/image-uses.ts'
import { eraseFollowsAndBlocksOf, loadPeopleOf } from '../authors/get-authors.ts'
import { countCommentsOf, loadCommentsOf } from '../comments/get-comments.ts'
import { loadModerationOf, lockReportsOf } from '../enforcement/decisions.ts'
import { requireOtherAdmin } from '../enforcement/require-writer.ts'
import { loadImportRows } from '../imports/member-imports.ts'
import { eraseNotificationsToAndBy, loadNotificationsOf } from '../notifications/account-notifications.ts'
import { loadShopReportsOf } from '../places/shops/shop-reports.ts'
import {
  countPostsAndGivenLikes,
  eraseContentOf,
  loadGivenLikesOf,
  loadPostsOf,
  lockPostsOf,
} from '../posts/lists/account-posts.ts'
import { loadImagesOfPosts } from '../posts/post-pictures.ts'
import { loadHourReportsOf } from '../posts/venues/place-hours.ts'
import {
  countSavesOf,
  eraseCollectionsOf,
  eraseSavesOf,
  loadCollectionsOf,
  loadSavesOf,
} from '../saves/account-saves.ts'
import { loadPlanChoicesOf } from '../saves/collections/plan.ts'
import { collectPlaceFiles } from '../saves/files/place-files.ts'
import { loadConsents } from './consents.ts'
import { type Account, findAccountById } from './find-account.ts'
import { loadReturnedMailsOf } from './mails/returned-mails.ts'
import { loadWeeklyMailOf } from './mails/weekly-mail.ts'
import { loadPasskeysOf } from './passkeys/own-passkeys.ts'
import { endLinkedLogins, loadLinkedLoginsOf } from './providers/linked-logins.ts'
import { deviceName } from './sessions/own-sessions.ts'
import { loadTwoStepOf } from './two-step/own-two-step.ts'

/** Deletes the caller's account with all its rows. @throws {AppError} FORBIDDEN for another's handle */
export async function removeAccount(context: MemberContext, args: MutationRemoveArgs): Promise<CountResult> {
  const session = requireOwnHandle(context.session, args.jwt)
  const erased = await context.db.transaction().execute((tx) => erase(tx, context, session.accountId))
  if (!erased) throw new AppError('UNAUTHENTICATED')
  changesOf(context.db).announce(null)
  context.cookies.clearSession()
  context.cookies.clearKnownDevice()
  context.cookies.clearRecoveryTicket()
  return { count: 1, id: null }
}

/** Erases an account, unless it is an admin's or `condition` does not hold. Returns whether it was erased. */
export function eraseAccountUnlessAdmin(
  tx: Queryable,
  parts: Pick<Services, 'config'>,
  accountId: number,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  return erase(tx, parts, accountId, sql<boolean>`(a.role <> 'admin' and ${condition})`)
}

/** `condition`, on the row `a` of the account, is checked once that row is locked, so that nothing is added after the check. */
async function erase(
  tx: Queryable,
  parts: Pick<Services, 'config'>,
  accountId: number,
  condition = sql<boolean>`true`,
): Promise<boolean> {
  // A second withdrawal of the account waits here; otherwise it could lock posts that the first has not seen.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawal ${accountId}`}, 0))`.execute(tx)
  const posts = await lockPostsOf(tx, accountId)
  const role = await lockAccount(tx, accountId)
  if (role === undefined) return false
  const { rows } = await sql`select from accounts a where a.id = ${accountId} and ${condition}`.execute(tx)
  if (rows.length === 0) return false
  if (role === 'admin') await requireOtherAdmin(tx, accountId)
  await lockReportsOf(tx, accountId)
  const own = await imagesOfAccount(tx, accountId)
  const images = new Set([...own.map(({ id }) => id), ...(await loadImagesOfPosts(tx, posts))])
  await eraseSavesOf(tx, accountId)
  await eraseCollectionsOf(tx, accountId)
  // Follows are deleted before posts: a follower who withdraws at the same time waits here, and not for notifications of posts.
  await eraseFollowsAndBlocksOf(tx, accountId)
  await eraseContentOf(tx, accountId)
  await eraseNotificationsToAndBy(tx, accountId)
  await endLinkedLogins(tx, parts, accountId)
  await tx.deleteFrom('accounts').where('id', '=', accountId).execute()
  await queueImageDeletion(tx, [...images])
  return true
}

/**
 * Locks the account and returns its role. For an admin it locks all admins, in order of id as `requireOtherAdmin` does, so
 * that two who leave at once do not deadlock.
 */
async function lockAccount(tx: Queryable, accountId: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: number; role: string }>`select id, role from accounts where id = ${accountId}
    or role = 'admin' and exists (select from accounts where id = ${accountId} and role = 'admin')
    order by id for update`.execute(tx)
  return rows.find(({ id }) => id === accountId)?.role
}

/** Days after which an account whose address is not verified is deleted, if it is unused. */
const UNVERIFIED_DAYS = 7

const MOST_PURGED = 500

/** SQL condition on account `a`: not verified in time, and without anything that its owner would miss. */
const isUnused = sql<boolean>`not a.email_verified and a.role = 'member' and a.suspended_until is null
  and a.email_since < now() - make_interval(days => ${sql.lit(UNVERIFIED_DAYS)})
  and not exists (select from posts where account_id = a.id) and not exists (select from comments where account_id = a.id)
  and not exists (select from likes where account_id = a.id) and not exists (select from saves where account_id = a.id)
  and not exists (select from collections where account_id = a.id)
  and not exists (select from collection_hearts where account_id = a.id)
  and not exists (select from collection_entries where added_by = a.id)
  and not exists (select from follows where account_id = a.id) and not exists (select from blocks where account_id = a.id)
  and not exists (select from reports where reporter_id = a.id)
  and not exists (select from shop_words where account_id = a.id)
  and not exists (select from hour_words where account_id = a.id)
  and not exists (select from decisions where account_id = a.id)
  and not exists (select from sessions where account_id = a.id)`

/** Deletes accounts that were not verified in time and are unused, a limited number in each run. */
export async function purgeUnusedUnverifiedAccounts({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  if (!config.mail.verifies) return
  const { rows } = await sql<{ id: number }>`select a.id from accounts a where ${isUnused}
    order by a.id limit ${sql.lit(MOST_PURGED)}`.execute(db)
  for (const { id } of rows) {
    const erased = await db.transaction().execute((tx) => erase(tx, { config }, id, isUnused))
    if (erased) changesOf(db).announce(null)
  }
}

/** Counts what a withdrawal of the caller would delete. */
export async function getWithdrawalSummary(context: MemberContext): Promise<WithdrawalSummary> {
  const { accountId } = context.session
  const { posts, likes } = await countPostsAndGivenLikes(context.db, accountId)
  const comments = await countCommentsOf(context.db, accountId)
  const kept = await countSavesOf(context.db, accountId)
  return { posts, comments, likes, images: await countImagesInUse(context.db, accountId), ...kept }
}

/** A file of an account's export; a picture is read when it is sent. */
export type ExportFile = Readonly<{
  name: string
  modified: Date
  content: Uint8Array | Readonly<{ size: number; stream: () => Readable }>
}>

/** File name of a picture in the export, or its URL on another site. */
type PathOf = (key: string | null, url: string | null) => string | null

const BATCH = 25

type Parts = Pick<Services, 'db' | 'images' | 'secrets' | 'config'>

/**
 * Collects the files of an account's export. Pictures are opened, but not read yet. Without `isForOwner` the security
 * answer is left out.
 * @throws {AppError} UNAUTHENTICATED if the account is gone
 */
export async function collectExport(
  parts: Parts,
  accountId: number,
  { isForOwner = true }: { isForOwner?: boolean } = {},
): Promise<ExportFile[]> {
  const account = await findAccountById(parts.db, accountId)
  if (!account) throw new AppError('UNAUTHENTICATED')
  const pictures = await collectPictures(parts, accountId)
  const placeFiles = await collectPlaceFiles(parts.db, accountId, parts.config.publicOrigin)
  const names = new Set(pictures.map(({ name }) => name))
  const pathOf: PathOf = (key, url) => (key !== null && names.has(pictureName(key)) ? pictureName(key) : url)
  const own = await accountData(parts, account, pathOf(account.image_key, account.image_url))
  return [
    json('account.json', { ...own, ...(isForOwner && { questionAnswer: answerOf(parts, account) }) }),
    json('posts.json', await postData(parts.db, accountId, pathOf)),
    json('comments.json', await commentData(parts.db, accountId, pathOf)),
    json('likes.json', await likeData(parts.db, accountId)),
    json('saves.json', await loadSavesOf(parts.db, accountId)),
    json('collections.json', await loadCollectionsOf(parts.db, accountId)),
    json('plans.json', await loadPlanChoicesOf(parts.db, accountId)),
    json('import.json', await loadImportRows(parts.db, accountId)),
    json('notifications.json', {
      ...(await loadNotificationsOf(parts.db, accountId)),
      weeklyMail: await loadWeeklyMailOf(parts.db, accountId),
      returnedMails: await loadReturnedMailsOf(parts.db, accountId),
    }),
    json('shops.json', [
      ...(await loadShopReportsOf(parts.db, accountId)),
      ...(await loadHourReportsOf(parts.db, accountId)),
    ]),
    json('people.json', await loadPeopleOf(parts.db, accountId)),
    json('moderation.json', await loadModerationOf(parts.db, accountId)),
    ...placeFiles.map((file) => ({ ...file, modified: new Date() })),
    ...pictures,
  ]
}

function answerOf({ secrets }: Pick<Parts, 'secrets'>, { answer_sealed }: Account): string {
  return secrets.open(answer_sealed, 'security answer')
}

async function accountData({ db }: Parts, account: Account, image: string | null) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'last_used_at', 'way'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute()
  const { created_at } = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  return {
    username: account.username,
    email: account.email,
    image,
    about: account.about,
    tastes: account.tastes,
    matchesTastes: account.matches_tastes,
    createdAt: created_at,
    question: securityQuestions[account.question_index],
    consents: await loadConsents(db, account.id),
    passkeys: await loadPasskeysOf(db, account.id),
    linkedLogins: await loadLinkedLoginsOf(db, account.id),
    twoStep: await loadTwoStepOf(db, account.id),
    sessions: sessions.map((row) => ({
      device: deviceName(row.user_agent),
      way: row.way,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
  }
}

async function postData(db: Queryable, accountId: number, pathOf: PathOf) {
  const rows = await loadPostsOf(db, accountId)
  // Internal keys are left out; a new column of posts is exported without a change here.
  return rows.map(({ account_id, place_key, open_hours, week_id, facts, images, ...row }) => {
    const { created_at, updated_at, like_count, comment_count, ...post } = row
    const paths = images.flatMap(({ key, url }) => pathOf(key, url) ?? [])
    return {
      ...post,
      image: paths[0] ?? null,
      images: paths,
      createdAt: created_at,
      updatedAt: updated_at,
      like: like_count,
      comments: comment_count,
    }
  })
}

async function commentData(db: Queryable, accountId: number, pathOf: PathOf) {
  const rows = await loadCommentsOf(db, accountId)
  return rows.map(({ account_id, post_id, thread_id, image_key, image_url, created_at, edited_at, ...comment }) => ({
    ...comment,
    postId: post_id,
    replyTo: thread_id,
    image: pathOf(image_key, image_url),
    createdAt: created_at,
    editedAt: edited_at,
  }))
}

async function likeData(db: Queryable, accountId: number) {
  const rows = await loadGivenLikesOf(db, accountId)
  return rows.map(({ post_id, title, created_at }) => ({ postId: post_id, title, likedAt: created_at }))
}

async function collectPictures({ db, images }: Parts, accountId: number): Promise<ExportFile[]> {
  const rows = await imagesOfAccount(db, accountId)
  const files: ExportFile[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    const opened = rows.slice(start, start + BATCH).map(async ({ key }) => {
      const file = await images.open(key, jpegFileName(key))
      return file ? [{ name: pictureName(key), modified: file.modified, content: file }] : []
    })
    files.push(...(await Promise.all(opened)).flat())
  }
  return files
}

function pictureName(key: string): string {
  return `images/${jpegFileName(key)}`
}

function json(name: string, value: unknown): ExportFile {
  return { name, modified: new Date(), content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`, 'utf8') }
}
