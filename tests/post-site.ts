import { randomBytes } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import type { MutationAddPostArgs } from '#contract/schema.gen.ts'
import { cookieNames } from '#server/platform/http/cookies.ts'
import { openSession } from '#server/product/accounts/sessions/sessions.ts'
import { type ApiError, Client } from './api.ts'
import { insertAccount } from './insert-account.ts'
import { type Site, startSite } from './site.ts'

/** An account and a signed-in browser, made without the sign-up form. */
export type Person = { accountId: number; handle: string; username: string; client: Client }

type PersonOptions = { username?: string; restricted?: boolean }

/** A site, and functions that add people, pictures and posts to it. */
export type PostSite = Site & {
  person(options?: PersonOptions): Promise<Person>
  /** URL of a picture that the person has uploaded and not used yet. */
  picture(owner: Person): Promise<string>
  /** Adds a post, by a new person if no author is given, and returns its id. */
  post(fields?: Partial<MutationAddPostArgs> & { author?: Person }): Promise<string>
}

/** A site with helpers for tests of posts. */
export async function startPostSite(options: Parameters<typeof startSite>[0] = {}): Promise<PostSite> {
  const site = await startSite(options)
  const person: PostSite['person'] = (options = {}) => addPerson(site, options)
  return {
    ...site,
    person,
    picture: (owner) => addPicture(site, owner),
    post: async ({ author, ...fields } = {}) => {
      const { id } = await site.api.as(author ?? (await person())).addPost({ ...somePost, ...fields })
      return String(id)
    },
  }
}

/** A site for the tests of one file, closed after the last. */
export async function openPostSite(options?: Parameters<typeof startSite>[0]): Promise<PostSite> {
  const site = await startPostSite(options)
  afterAll(() => site.close())
  return site
}

/** A site for one test that counts all there is, closed after it. */
export async function ownPostSite(options?: Parameters<typeof startSite>[0]): Promise<PostSite> {
  const site = await startPostSite(options)
  onTestFinished(() => site.close())
  return site
}

/** The smallest valid post. */
export const somePost = { title: '을밀대', contents: '슴슴한 평양냉면이 일품이에요.' }

/** The message, code and fields of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<{ message: string; code?: string; fields?: unknown }> {
  const error = await call.then(
    () => new Error('the call succeeded'),
    (failure: ApiError) => failure,
  )
  const { message, code, fields } = error as ApiError
  return { message, ...(code !== undefined && { code }), ...(fields !== undefined && { fields }) }
}

/** Inserts an account and its session into the database, and returns a browser that is signed in to it. */
export async function addPerson(
  { db, config, api }: Pick<Site, 'db' | 'config' | 'api'>,
  { username = '김하나', restricted = false }: PersonOptions = {},
): Promise<Person> {
  const { id, handle } = await insertAccount(db, username)
  const temporaryHash = restricted ? 'the hash of a temporary password' : null
  const token = await openSession(db, { accountId: id, persistent: false, userAgent: null, temporaryHash })
  const client = new Client(api.origin, new Map([[cookieNames(config).session, token]]))
  return { accountId: id, handle, username, client }
}

/** A picture that the account has uploaded and not used yet. Returns its URL. */
export async function addPicture({ db, services }: Site, owner: Pick<Person, 'accountId'>): Promise<string> {
  const { key } = await db
    .insertInto('images')
    .values({
      key: randomBytes(16).toString('base64url'),
      account_id: owner.accountId,
      uploader_hash: null,
      claimed_at: null,
      width: 1600,
      height: 1200,
      bytes: 1000,
      placeholder: 'data:image/png;base64,AAAA',
    })
    .returning('key')
    .executeTakeFirstOrThrow()
  return services.images.urlOf(key)
}
