import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { writeNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { withoutReordering } from '#rules/text.ts'
import { ShopRow } from '../../places/shop-row.tsx'
import type { Shop } from '../../places/shops.ts'
import { TownShops } from '../../places/town-shops.tsx'

export function ShopsOfPlace({ place: { name, position } }: { place: { name: string; position: Position } }) {
  return (
    <div className="found-shops">
      <TownShops town={{ name, near: writeNear(position) }} near={position} />
    </div>
  )
}

type FoundShopsProps = { shops: readonly Shop[]; show: (text: string) => ReactNode }

/** The shops that a keyword names, before the posts. */
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

/** The way to write about a shop that no list has, with its name filled in. */
export function UnlistedShop({ keyword }: { keyword: string }) {
  const name = keyword.trim()
  return (
    <div className="unlisted-shop">
      <p>찾는 가게가 없나요?</p>
      <Link to={paths.addPost} search={{ keyword: name }} className="btn btn-outline" preload={false}>
        <span>‘{withoutReordering(name)}’ 직접 등록하고 글쓰기</span>
      </Link>
    </div>
  )
}
