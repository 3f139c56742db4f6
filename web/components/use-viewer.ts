import { useQuery } from '@tanstack/react-query'
import type { Viewer } from '#contract/page-context.ts'
import { viewerQuery } from '../queries/viewer.ts'

/** The signed-in person, or null. */
export function useViewer(): Viewer | null {
  return useQuery(viewerQuery()).data ?? null
}
