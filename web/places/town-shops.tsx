import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { useGraphql } from '../graphql.ts'
import { ChevronRight } from '../kit/icons.gen.ts'
import type { Town } from '../storage/remembered.ts'
import { ShopRow } from './shop-row.tsx'
import { nearShopsQuery } from './shops.ts'
import { SectionHead, TownMapLink } from './town-parts.tsx'

type TownShopsProps = {
  town: Pick<Town, 'name' | 'near'>
  near: Position
  /** Maximum number of shops below the town's posts; undefined for a town without posts. */
  most?: number
  onDone?: () => void
}

/** Shops of public data nearest to a town with few posts or none, however far they are. */
export function TownShops({ town, near, most, onDone }: TownShopsProps) {
  const { data = [], isPending } = useQuery(nearShopsQuery(useGraphql(), near))
  useEffect(() => {
    if (!isPending) onDone?.()
  }, [isPending, onDone])
  const shops = data.slice(0, most)
  // The link's map is around the first shop, because the middle of a large area may have none.
  const [first] = shops
  const shown = first ? { ...town, near: formatNear(first) } : town
  return (
    <section className="town-shops" aria-busy={isPending}>
      <SectionHead title={`${town.name} 가게`}>
        <TownMapLink town={shown} className="link">
          지도로 모두
          <ChevronRight className="icon icon-s" />
        </TownMapLink>
      </SectionHead>
      <p className="town-note">{most === undefined && '아직 글이 없어요. '}가 본 곳이 있다면 첫 글로 알려 주세요.</p>
      {shops.length > 0 ? (
        <ul>
          {shops.map((shop) => (
            <ShopRow key={shop.id} shop={shop} from={near} />
          ))}
        </ul>
      ) : (
        !isPending && (
          <Link to={paths.addPost} className="btn btn-outline btn-small">
            첫 글 쓰기
          </Link>
        )
      )}
    </section>
  )
}
