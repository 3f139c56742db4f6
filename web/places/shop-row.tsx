import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FoodKind } from '#rules/food-kinds.ts'
import { distanceLabel, shortAddress } from '#rules/location-text.ts'
import { paths } from '#rules/paths.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { sentenceOf } from '../failures.ts'
import { Facts } from '../kit/facts.tsx'
import { Beef, Beer, Coffee, EggFried, Fish, Pizza, Shrimp, Soup, Utensils } from '../kit/icons.gen.ts'
import { toast } from '../kit/toast.tsx'
import { SaveMarkButton } from '../posts/cards/mark-buttons.tsx'
import { kindLabel, type Shop } from './shops.ts'
import './shops.css'

const signs: Readonly<Record<FoodKind, typeof Utensils>> = {
  korean: Soup,
  chinese: Utensils,
  japanese: Fish,
  western: Pizza,
  snack: EggFried,
  grill: Beef,
  seafood: Shrimp,
  cafe: Coffee,
  bar: Beer,
  other: Utensils,
}

type ShopRowProps = {
  shop: Shop
  /** The name as it is shown, with the matches of a search marked. */
  name?: ReactNode
  from: Position | null
  isActive?: boolean
}

export function ShopIcon({ kind }: Pick<Shop, 'kind'>) {
  const Sign = signs[kind ?? 'other']
  return (
    <span className="shop-sign">
      <Sign className="icon" />
    </span>
  )
}

/**
 * Row of a shop without a post: no photo, and a link to write its first post. Its area or address stands only where its
 * distance is unknown.
 */
export function ShopRow({ shop, name = shop.name, from, isActive = false }: ShopRowProps) {
  const where = from
    ? distanceLabel(metresBetween(from, shop))
    : (shop.area ?? (shop.address && shortAddress(shop.address)))
  return (
    <li className="shop" data-active={isActive || undefined}>
      <Link to={paths.place} params={{ id: shop.id }} className="shop-link">
        <ShopIcon kind={shop.kind} />
        <span className="shop-text">
          <b>{name}</b>
          <Facts facts={[kindLabel(shop), where]} className="shop-facts num" />
        </span>
      </Link>
      <Link
        to={paths.addPost}
        search={{ place: shop.id }}
        className="btn btn-outline btn-small"
        aria-label={`‘${shop.name}’ 첫 글 쓰기`}
        preload={false}
      >
        첫 글 쓰기
      </Link>
      <SaveMarkButton
        shape="sign"
        place={{ id: shop.id, title: shop.name }}
        mark="wanted"
        onError={(error) => toast(sentenceOf(error))}
      />
    </li>
  )
}
