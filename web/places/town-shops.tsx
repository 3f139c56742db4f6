import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#rules/paths.ts'
import { SHOPS_ZOOM } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { useGraphql } from '../graphql.ts'
import { ChevronRight } from '../kit/icons.gen.ts'
import type { Town } from '../storage/remembered.ts'
import { ShopRow } from './shop-row.tsx'
import { mapShopsQuery } from './shops.ts'
import { TownMapLink, TownSection } from './town-parts.tsx'

const SHOWN = 10

/** Half the height and width, in degrees, of what is looked through: some ten minutes on foot. */
const AROUND = { lat: 0.009, lng: 0.011 }

type TownShopsProps = { town: Pick<Town, 'name' | 'near'>; near: Position; onDone?: () => void }

/** Of a town without a post: the nearest places to eat of public data. */
export function TownShops({ town, near, onDone }: TownShopsProps) {
  const { data, isPending } = useQuery({
    ...mapShopsQuery(useGraphql(), {
      south: near.lat - AROUND.lat,
      north: near.lat + AROUND.lat,
      west: near.lng - AROUND.lng,
      east: near.lng + AROUND.lng,
      zoom: SHOPS_ZOOM,
      kind: null,
    }),
    throwOnError: false,
  })
  useEffect(() => {
    if (!isPending) onDone?.()
  }, [isPending, onDone])
  const shops = (data ?? []).toSorted((a, b) => metresBetween(near, a) - metresBetween(near, b)).slice(0, SHOWN)
  return (
    <section className="town-shops" aria-busy={isPending}>
      <TownSection title={`${town.name} 가게`}>
        <TownMapLink town={town} className="link">
          지도로 모두
          <ChevronRight className="icon icon-s" />
        </TownMapLink>
      </TownSection>
      <p className="town-note">아직 글이 없어요. 가 본 곳이 있다면 첫 글로 알려 주세요.</p>
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
