import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import type { ExecuteGraphql } from '../graphql.ts'

export function useGraphql(): ExecuteGraphql {
  return useRouteContext({ from: rootRouteId, select: (context) => context.graphql })
}
