import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGraphql } from '../kit/use-graphql.ts'
import { storedUser, storeUser } from '../storage/browser-storage.ts'
import { currentViewer, viewerQuery } from './viewer.ts'

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
