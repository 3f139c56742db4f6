import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { writeNear } from '#rules/paging.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { withoutReordering } from '#rules/text.ts'
import { useGraphql } from '../../graphql.ts'
import { ShopRow } from '../../places/shop-row.tsx'
import { type Shop, searchShopsQuery } from '../../places/shops.ts'
import { TownShops } from '../../places/town-shops.tsx'
import type { PostPage } from '../../posts/queries/list-query.ts'
import type { Meaning } from '../../posts/queries/posts-query.ts'
import { shownAreas } from './around-results.tsx'

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

/** The place that a keyword asks for and nothing else, if it has no posts: its nearest shops are shown. */
export function placeWithoutPosts(page: PostPage | undefined): { name: string; position: Position } | null {
  if (!page?.meaning || page.meaning.otherWords !== null) return null
  if (page.data.length > 0 && !page.instead) return null
  const { areas, landmarks } = page.meaning
  const [landmark] = landmarks.filter(({ named }) => named)
  const [area] = shownAreas(areas)
  if (landmark && (page.meaning.kind === 'landmark' || !area)) return landmark
  return area ? { name: area.path.split('/').at(-1) ?? area.name, position: area.position } : null
}

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
