import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import type { ExecuteGraphql } from '../graphql.ts'

/** The function with which components call the API. */
export function useGraphql(): ExecuteGraphql {
  return useRouteContext({ from: rootRouteId, select: (context) => context.graphql })
}
