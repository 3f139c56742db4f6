import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PersonFragment } from '#contract/operations.gen.ts'
import type { Viewer } from '#contract/reader-state.ts'
import { hueOf } from '#rules/hue.ts'
import { webpUrl } from '#rules/images.ts'
import { ApiError, type ExecuteGraphql, graphql } from '../graphql.ts'
import { useRouterContext } from '../router-context.ts'
import { forgetStoredUser, getStoredUser, storeUser } from '../storage/browser-storage.ts'
import { forgetKeptScreens } from '../storage/kept-screens.ts'
import type { Store } from './store.ts'

/** Looks the signed-in person up; always stale, and cached for five minutes. */
export function viewerQuery(execute: ExecuteGraphql, store: Store) {
  return queryOptions({
    queryKey: ['user'],
    queryFn: () => lookUpViewer(execute, store),
    staleTime: 0,
    gcTime: 300_000,
  })
}

async function lookUpViewer(execute: ExecuteGraphql, store: Store): Promise<Viewer | null> {
  const known = store.viewer
  const handle = known?.jwt ?? getStoredUser()?.jwt
  if (handle === undefined) return null
  const viewer = await lookUpUser(execute, handle).then(toViewer, notSignedIn)
  if (store.viewer !== known) return store.viewer
  if (viewer === 'other') {
    store.setSession(viewer)
    return known
  }
  if (viewer) storeUser(viewer)
  else {
    forgetStoredUser()
    forgetKeptScreens()
  }
  store.setViewer(viewer)
  return viewer
}

/** The session has ended or belongs to another account. */
function notSignedIn(error: unknown): 'other' | null {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'UNAUTHENTICATED') return null
  if (code === 'FORBIDDEN') return 'other'
  throw error
}

export function toViewer({ image = null, restricted, ...person }: Person): Viewer {
  const picture = image && (webpUrl(image, 320) ?? image)
  return { ...person, image, picture, hue: hueOf(person.username), restricted: restricted ?? false }
}

/**
 * Looks the person whom the tab stored up again, also when Back shows a page that the browser kept whole; a new tab stores
 * the person who came with the page.
 */
export function useSessionStart(): void {
  const { queryClient, graphql, store } = useRouterContext()
  useEffect(() => {
    const lookUp = () => void queryClient.fetchQuery(viewerQuery(graphql, store)).catch(() => {})
    if (getStoredUser()) lookUp()
    else if (store.viewer) storeUser(store.viewer)
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && lookUp()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [queryClient, graphql, store])
}

export const personFragment = /* GraphQL */ `
  fragment Person on User { image email username jwt questionIndex restricted }
`

const user = graphql(/* GraphQL */ `
  query user($jwt: String!) { user(jwt: $jwt) { ...Person } }
${personFragment}`)

export type Person = PersonFragment

export async function lookUpUser(execute: ExecuteGraphql, handle: string): Promise<Person> {
  return user(execute, { jwt: handle }, { reader: handle })
}
