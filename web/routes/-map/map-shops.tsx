import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { paths } from '#rules/paths.ts'
import { MIN_SHOPS_ZOOM } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { useGraphql } from '../../graphql.ts'
import type { Marker } from '../../places/map/provider.ts'
import { ShopRow } from '../../places/shop-row.tsx'
import { kindLabel, mapShopsQuery, nearShopsQuery, type Shop } from '../../places/shops.ts'
import { type MapSearch, roundedView, type UrlView } from './map-url.ts'
import { viewVariables } from './map-view.ts'

/** Stands for shops that are not asked for or not loaded; a view without shops has another empty array. */
export const NO_SHOPS: readonly Shop[] = []

/** Shops in view, from a zoom of a few streets on; none with a keyword, or with a filter by facts that are unknown of shops. */
export function useMapShops(search: MapSearch, hydrated: boolean, view: UrlView): readonly Shop[] {
  const { south, west, north, east, zoom, kind, price, traits, open } = viewVariables(search, hydrated, view)
  const isAsked = hydrated && zoom >= MIN_SHOPS_ZOOM && !search.keyword && !price && !traits && !open
  const { data } = useQuery({
    ...mapShopsQuery(useGraphql(), { south, west, north, east, zoom, kind: kind ?? null }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (isAsked && data) || NO_SHOPS
}

const KEY = 'shop '

/** Key of a shop's marker. The selection contains either such a key or the id of a post. */
const keyOf = ({ id }: Shop) => KEY + id

export function isShopKey(key: string | null): boolean {
  return key?.startsWith(KEY) ?? false
}

export function findShopByKey(shops: readonly Shop[], key: string | null): Shop | null {
  return shops.find((shop) => keyOf(shop) === key) ?? null
}

export function useShopMarkers(shops: readonly Shop[], active: string | null): readonly Marker[] {
  return useMemo(
    () =>
      shops.map((shop) => ({
        key: keyOf(shop),
        position: { lat: shop.lat, lng: shop.lng },
        text: '',
        name: shop.name,
        label: `${kindLabel(shop)} ${shop.name}`,
        shape: 'shop',
        chosen: keyOf(shop) === active,
      })),
    [shops, active],
  )
}

/** Row above the posts for the shop whose dot on the map was pressed. */
export function PressedShop({ shop, me }: { shop: Shop | null; me: Position | null }) {
  if (!shop) return null
  return (
    <section className="map-shops map-shop-pressed" aria-label="선택한 가게">
      <ul>
        <ShopRow shop={shop} from={me} isActive />
      </ul>
    </section>
  )
}

const FIRST_SHOWN = 10

/** List of the shops in view, below the posts: the nearest to the device first, or else to the middle of the map. */
export function MapShops({ shops, middle, me }: { shops: readonly Shop[]; middle: Position; me: Position | null }) {
  const [isAll, setAll] = useState(false)
  const sorted = useMemo(() => {
    const away = (shop: Shop) => metresBetween(me ?? middle, shop)
    return shops.toSorted((a, b) => away(a) - away(b))
  }, [shops, middle, me])
  if (sorted.length === 0) return null
  return (
    <section className="map-shops" aria-labelledby="map-shops">
      <h2 id="map-shops" className="shops-head">
        이 동네 가게 <small>아직 글이 없는 곳</small>
      </h2>
      <ul>
        {sorted.slice(0, isAll ? sorted.length : FIRST_SHOWN).map((shop) => (
          <ShopRow key={shop.id} shop={shop} from={me} />
        ))}
      </ul>
      {!isAll && sorted.length > FIRST_SHOWN && (
        <button type="button" className="btn btn-quiet btn-wide" onClick={() => setAll(true)}>
          가게 더 보기
        </button>
      )}
    </section>
  )
}

/** If the map shows neither posts nor shops: the nearest shops, and a link that moves the map there. */
export function NearShops({ middle, me }: { middle: Position; me: Position | null }) {
  const { data = [] } = useQuery(nearShopsQuery(useGraphql(), middle))
  const [first] = data
  if (!first) return null
  return (
    <section className="map-shops" aria-labelledby="near-shops">
      <h2 id="near-shops" className="shops-head">
        가장 가까운 가게 <small>아직 글이 없는 곳</small>
      </h2>
      <ul>
        {data.map((shop) => (
          <ShopRow key={shop.id} shop={shop} from={me ?? middle} />
        ))}
      </ul>
      <Link
        to={paths.map}
        search={roundedView({ lat: first.lat, lng: first.lng, zoom: MIN_SHOPS_ZOOM })}
        className="btn btn-quiet btn-wide"
      >
        지도에서 보기
      </Link>
    </section>
  )
}
