import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useGraphql } from '../../graphql.ts'
import { ShopRow } from '../../places/shop-row.tsx'
import { type Shop, searchShopsQuery } from '../../places/shops.ts'
import type { Meaning } from '../../posts/queries/posts-query.ts'

/** Whether a keyword may be the name of a shop: it is no food, and more than an area or a landmark. */
export function mayNameShop(meaning: Pick<Meaning, 'kind' | 'otherWords'> | null | undefined): boolean {
  if (!meaning || meaning.kind === 'dish' || meaning.kind === 'any') return false
  return meaning.kind === 'text' || meaning.otherWords !== null
}

export function useFoundShops(keyword: string, meaning: Meaning | null | undefined): readonly Shop[] {
  const isAsked = mayNameShop(meaning)
  const { data } = useQuery({ ...searchShopsQuery(useGraphql(), keyword), enabled: isAsked })
  return (isAsked && data) || []
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
