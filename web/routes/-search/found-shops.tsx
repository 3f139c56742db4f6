import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { factLine } from '#rules/fact-line.ts'
import { formatNear, parseNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { withoutReorderingMarks } from '#rules/text.ts'
import { ShopRow } from '../../places/shop-row.tsx'
import { type FoundShop, kindLabel, useSearchShops } from '../../places/shops.ts'
import { TownShops } from '../../places/town-shops.tsx'
import { isFiltered } from '../../posts/lists/list-search.ts'
import type { PostPage } from '../../posts/queries/list-query.ts'
import { useTown } from '../../storage/remembered.ts'

type FoundList = { near?: Position | undefined } & Parameters<typeof isFiltered>[0]

/** `named`: shops that a keyword names; `around`: those near the place in it or, if it is only a dish, near the reader's town. */
export function useFoundShops(keyword: string, page: PostPage | undefined, list: FoundList) {
  const town = useTown()
  const near = list.near ?? parseNear(town?.near)
  const shops = useSearchShops(keyword, page, { near, isFiltered: isFiltered(list) })
  return { named: shops.filter(({ around }) => !around), around: shops.filter(({ around }) => around) }
}

type ShopsOfPlaceProps = { place: { name: string; position: Position }; isAfterPosts?: boolean }

/** Maximum number of shops below posts of the place. */
const MOST_AFTER_POSTS = 5

/** The shops nearest to the place that a keyword names. */
export function ShopsOfPlace({ place: { name, position }, isAfterPosts }: ShopsOfPlaceProps) {
  return (
    <div className="found-shops">
      <TownShops
        town={{ name, near: formatNear(position) }}
        near={position}
        {...(isAfterPosts && { most: MOST_AFTER_POSTS })}
      />
    </div>
  )
}

type FoundShopsProps = { shops: readonly FoundShop[]; show: (text: string) => ReactNode }

/** Section above the posts: shops that the keyword names. */
export function FoundShops({ shops, show }: FoundShopsProps) {
  if (shops.length === 0) return null
  return (
    <section className="found-shops" aria-labelledby="found-shops">
      <h2 id="found-shops" className="shops-head">
        가게 <small>아직 글이 없는 곳</small>
      </h2>
      <ul>
        {shops.map((shop) => (
          <ShopRow key={shop.id} shop={shop} name={show(shop.name)} from={null} />
        ))}
      </ul>
    </section>
  )
}

/** Section of shops near a place that may have the food searched for. Its heading says which food they have. */
export function ShopsAround({ shops, show }: FoundShopsProps) {
  const town = useTown()
  const [around] = shops.flatMap((shop) => shop.around ?? [])
  if (!around) return null
  const { place, lat, lng } = around
  const foods = shops.map((shop) => shop.around?.food ?? kindLabel(shop))
  const isAny = new Set(foods).size > MOST_FOODS
  const isOfTown = town !== null && formatNear({ lat, lng }) === town.near
  const name = place ?? (isOfTown ? town.name : '선택한 위치')
  return (
    <section className="found-shops" aria-labelledby="shops-around">
      <h2 id="shops-around" className="shops-head">
        {name} 근처 가게 <small>{factLine([!isAny && [...new Set(foods)].join('·'), '아직 글이 없는 곳'])}</small>
      </h2>
      <ul>
        {shops.map((shop) => (
          <ShopRow key={shop.id} shop={shop} name={show(shop.name)} from={{ lat, lng }} />
        ))}
      </ul>
    </section>
  )
}

/** Maximum number of foods in the heading. With more it names none, because they hardly fit the keyword. */
const MOST_FOODS = 2

/** Link to write a post about a shop that the search does not know, with the keyword as its name. */
export function UnlistedShopOffer({ keyword }: { keyword: string }) {
  const name = keyword.trim()
  return (
    <div className="unlisted-shop">
      <p>찾는 가게가 없나요?</p>
      <Link to={paths.addPost} search={{ keyword: name }} className="btn btn-outline" preload={false}>
        <span>‘{withoutReorderingMarks(name)}’ 직접 등록하고 글쓰기</span>
      </Link>
    </div>
  )
}
