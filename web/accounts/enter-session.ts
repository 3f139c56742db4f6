import type { Viewer } from '#contract/reader-state.ts'
import { accountMessages } from '#rules/account.ts'
import { ApiError } from '../graphql.ts'
import type { RouterContext } from '../router-context.ts'
import { setViewer } from '../store/change-viewer.ts'
import { lookUpUser, type Person } from '../store/viewer.ts'

/**
 * Makes the person of a login or a sign-up the viewer, after a request has confirmed that the browser keeps the session cookie.
 * @throws {ApiError} UNAUTHENTICATED with a sentence about cookies if the browser blocks them
 */
export async function enterSession(context: RouterContext, person: Person): Promise<Viewer> {
  await lookUpUser(context.graphql, person.jwt).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') {
      throw new ApiError(accountMessages.cookiesBlocked, error.code)
    }
  })
  return setViewer(context, person)
}
