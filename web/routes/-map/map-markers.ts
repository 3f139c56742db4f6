import type { Marker } from '../../places/map/provider.ts'
import type { MapPosts } from './map-posts-query.ts'

export type Cluster = MapPosts['clusters'][number]

/** The key of a cluster: the id of its post, or its position. */
export function clusterKey({ id, lat, lng }: Cluster): string {
  return id ?? `${lat},${lng}`
}

/** One post is a pin, several are a number. */
export function markersOf({ clusters, estimated }: MapPosts, active: string | null): Marker[] {
  return clusters.map((cluster) => {
    const { id, title, area, lat, lng, count } = cluster
    const common = { key: clusterKey(cluster), position: { lat, lng } }
    if (id) return { ...common, shape: 'pin', text: '', label: title ?? '글', name: title ?? '', chosen: id === active }
    const number = `${estimated ? '약 ' : ''}${count.toLocaleString('ko-KR')}`
    const label = `${area ? `${area}, ` : ''}글 ${number}개, 가까이 보기`
    return { ...common, shape: 'cluster', text: shortCount(count), label }
  })
}

/** In four characters at most: 999, 1.2천, 12만. */
function shortCount(count: number): string {
  if (count < 1000) return String(count)
  const [unit, word] = count < 10_000 ? [1000, '천'] : [10_000, '만']
  const short = count / unit
  return `${short < 10 ? Math.floor(short * 10) / 10 : Math.floor(short)}${word}`
}
