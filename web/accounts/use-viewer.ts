import { useQuery } from '@tanstack/react-query'
import type { Viewer } from '#contract/page-context.ts'
import { useGraphql } from '../kit/use-graphql.ts'
import { viewerQuery } from './viewer.ts'

/** The signed-in person, or null. It only reads the cache; the frame loads the person once per session. */
export function useViewer(): Viewer | null {
  return useQuery({ ...viewerQuery(useGraphql()), enabled: false }).data ?? null
}
