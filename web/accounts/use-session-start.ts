import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useGraphql } from '../kit/use-graphql.ts'
import { storedUser, storeUser } from '../storage/browser-storage.ts'
import { currentViewer, viewerQuery } from './viewer.ts'

/**
 * A tab that knew somebody looks them up again by their handle; a fresh tab believes the page, which the server rendered
 * for whoever is signed in (P4).
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
