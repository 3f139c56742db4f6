import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentViewer, viewerQuery } from '../queries/viewer.ts'
import { storedUser, storeUser } from '../session-storage.ts'
import { useGraphql } from './use-graphql.ts'

/**
 * A tab that knew somebody looks them up again by their handle; a fresh tab believes the page, which the server rendered
 * for whoever is signed in (decision D4).
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
