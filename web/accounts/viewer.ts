import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Viewer } from '#contract/page-context.ts'
import { hueOf } from '#rules/hue.ts'
import { ApiError, type ExecuteGraphql } from '../graphql.ts'
import { useGraphql } from '../kit/use-graphql.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetUser, storedUser, storeUser } from '../storage/browser-storage.ts'
import { forgetDrafts } from '../storage/drafts.ts'
import { forgetScreens } from '../storage/kept-screens.ts'
import { forgetSearches } from '../storage/recent-searches.ts'
import { lookUpUser, type Person } from './user.ts'

const viewerKey = ['user'] as const

/**
 * The signed-in person, or null. The server provides it with every page; login, sign-up and logout replace it. It is
 * always stale and cached for five minutes (P29a).
 */
export function viewerQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: viewerKey,
    queryFn: ({ client }) => lookUpViewer(execute, client),
    staleTime: 0,
    gcTime: 300_000,
  })
}

async function lookUpViewer(execute: ExecuteGraphql, client: QueryClient): Promise<Viewer | null> {
  const known = client.getQueryData<Viewer | null>(viewerKey)
  const handle = known?.jwt ?? storedUser()?.jwt
  if (handle === undefined) return null
  const viewer = await lookUpUser(execute, handle).then(toViewer, nobodyIfSignedOut)
  // Whoever logged in or out meanwhile did so after this question.
  const now = client.getQueryData<Viewer | null>(viewerKey)
  if (now !== known) return now ?? null
  if (viewer) storeUser(viewer)
  else forgetUser()
  return viewer
}

function nobodyIfSignedOut(error: unknown): null {
  if (error instanceof ApiError && (error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN')) return null
  throw error
}

/** The signed-in person known to this page or tab, for code outside components. */
export function currentViewer({ page, queryClient }: Pick<RouterContext, 'page' | 'queryClient'>): Viewer | null {
  return page ? page.viewer : (queryClient.getQueryData<Viewer | null>(viewerKey) ?? null)
}

/** Sets the signed-in person in memory and for the next page of this tab. */
export function setViewer(queryClient: QueryClient, person: Person): Viewer {
  const viewer = toViewer(person)
  storeUser(viewer)
  forgetDrafts(viewer.jwt)
  queryClient.setQueryData(viewerKey, viewer)
  dropLoadedData(queryClient)
  return viewer
}

function toViewer(person: Person): Viewer {
  return { ...person, hue: hueOf(person.username), restricted: person.restricted ?? false }
}

/** Removes the signed-in person, all data loaded for them, their drafts and their recent searches. */
export function clearViewer(queryClient: QueryClient): void {
  forgetDrafts()
  forgetSearches()
  endViewer(queryClient)
}

/** The session has expired but the person is the same: drafts stay. */
export function endViewer(queryClient: QueryClient): void {
  forgetUser()
  forgetScreens()
  queryClient.setQueryData(viewerKey, null)
  dropLoadedData(queryClient)
}

/** What was loaded depends on the signed-in person (likes, own posts), so all data on the screen is loaded again. */
function dropLoadedData(queryClient: QueryClient): void {
  const isOfViewer = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[0] !== 'user' && queryKey[0] !== 'page_info'
  queryClient.removeQueries({ type: 'inactive', predicate: isOfViewer })
  void queryClient.invalidateQueries({ predicate: isOfViewer })
}

/** The signed-in person, or null. It only reads the cache; the frame loads the person once per session. */
export function useViewer(): Viewer | null {
  return useQuery({ ...viewerQuery(useGraphql()), enabled: false }).data ?? null
}

/**
 * A tab that stored a person loads them again by their handle. A new tab uses the person that the server rendered the
 * page for (P4).
 */
export function useSessionStart(): void {
  const queryClient = useQueryClient()
  const graphql = useGraphql()
  useEffect(() => {
    const viewer = currentViewer({ page: undefined, queryClient })
    if (storedUser()) void queryClient.fetchQuery(viewerQuery(graphql)).catch(() => {})
    else if (viewer) storeUser(viewer)
  }, [queryClient, graphql])
}
