import { type DataOf, type ExecuteGraphql, graphql, request, retryOnce } from '../graphql.ts'
import type { ListParams } from '../posts/lists/list-search.ts'
import type { RouterContext } from '../router-context.ts'

const document = graphql(/* GraphQL */ `
  query getLandmark($name: String!, $lat: Float!, $lng: Float!) {
    getLandmark(name: $name, lat: $lat, lng: $lng) { name kind area }
  }
`)

export type ShownLandmark = NonNullable<DataOf<typeof document>['getLandmark']>

/**
 * The landmark of a list's URL; null if the server knows none of that name there: a link cannot put any text into the
 * heading.
 */
export async function loadLandmark(
  { queryClient, graphql: execute }: RouterContext,
  { around, near }: Pick<ListParams, 'around' | 'near'>,
): Promise<ShownLandmark | null> {
  if (around === undefined || !near) return null
  const landmark = {
    queryKey: ['landmark', around, near.lat, near.lng],
    queryFn: () => findLandmark(execute, { name: around, ...near }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryOnce,
  }
  return queryClient.ensureQueryData(landmark).catch(() => null)
}

async function findLandmark(execute: ExecuteGraphql, at: { name: string; lat: number; lng: number }) {
  return (await request(execute, document, at)).getLandmark ?? null
}
