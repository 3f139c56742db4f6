import type { NamedLandmark } from '#contract/schema.gen.ts'
import { writeNear } from '#rules/paging.ts'
import type { ListSearch } from '../posts/lists/list-search.ts'

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
  return [kinds[kind], area].filter((part) => part !== '').join(' · ')
}

/** The heading of the posts near a landmark. */
export function nearHeading({ name }: { name: string }): string {
  return `${name} 근처`
}

/** The part of home's URL that lists the posts near a landmark under its name. */
export function nearLandmark({
  name,
  position,
}: Pick<NamedLandmark, 'name' | 'position'>): ListSearch & { near: string } {
  return { near: writeNear(position), around: name }
}
