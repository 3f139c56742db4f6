import type { NamedLandmark } from '#contract/schema.gen.ts'
import { factLine } from '#rules/fact-line.ts'
import { formatNear } from '#rules/paging.ts'
import type { Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import type { ListSearch } from '../posts/lists/list-search.ts'
import type { RouterContext } from '../router-context.ts'
import { areaQuery } from './areas.tsx'

const kinds: Record<NamedLandmark['kind'], string> = {
  station: '지하철역',
  market: '전통시장',
  sight: '관광지',
  airport: '공항',
  terminal: '터미널',
  university: '대학교',
  island: '섬',
}

/** '지하철역 · 서울 마포구'. */
export function landmarkLabel({ kind, area }: Pick<NamedLandmark, 'kind' | 'area'>): string {
  return factLine([kinds[kind], area])
}

export function nearHeading({ name }: { name: string }): string {
  return `${name} 근처`
}

export function nearLandmarkParams({
  name,
  position,
}: Pick<NamedLandmark, 'name' | 'position'>): ListSearch & { near: string } {
  return { near: formatNear(position), around: name }
}

const getLandmark = graphql(/* GraphQL */ `
  query getLandmark($name: String!, $lat: Float!, $lng: Float!) {
    getLandmark(name: $name, lat: $lat, lng: $lng) { name kind area }
  }
`)

/**
 * Heading and label of a list around a landmark or an area, by its name or path in the URL; null if the server knows neither,
 * so that a link cannot put any text into the heading.
 */
export async function loadLandmark(
  { queryClient, graphql: execute }: RouterContext,
  around: string,
  near: Position,
): Promise<{ heading: string; label: string } | null> {
  if (around.includes('/')) {
    const area = await queryClient.ensureQueryData(areaQuery(execute, around)).catch(() => null)
    return area && { heading: nearHeading(area), label: area.path.split('/').slice(0, -1).join(' ') }
  }
  const query = {
    queryKey: ['landmark', around, near.lat, near.lng],
    queryFn: () => findLandmark(execute, { name: around, ...near }),
    staleTime: Number.POSITIVE_INFINITY,
  }
  const landmark = await queryClient.ensureQueryData(query).catch(() => null)
  return landmark && { heading: nearHeading(landmark), label: landmarkLabel(landmark) }
}

async function findLandmark(execute: ExecuteGraphql, at: { name: string; lat: number; lng: number }) {
  return (await getLandmark(execute, at)) ?? null
}
