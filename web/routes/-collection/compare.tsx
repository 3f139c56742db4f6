import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { collectionLimits } from '#rules/collection-limits.ts'
import { foodKinds, priceRanges } from '#rules/food-kinds.ts'
import { paths } from '#rules/paths.ts'
import { rankEntries, walkLabel } from '#rules/plan.ts'
import { ShopIcon } from '../../places/shop-row.tsx'
import { kindLabel } from '../../places/shops.ts'
import { drawingOf, PostImage } from '../../posts/cards/post-image.tsx'
import type { CollectionEntry, CollectionPage } from '../../posts/collections/collection-queries.ts'
import type { ListedPost } from '../../posts/queries/list-query.ts'
import { usePosts } from '../../store/use-store.ts'
import { entryName, SHOP_GONE_TEXT } from './entry-name.ts'
import { HeartButton } from './heart-button.tsx'
import { OpenLabel, usePlanTime } from './plan-open.tsx'
import './compare.css'

type Column = { entry: CollectionEntry; post: ListedPost | undefined; hearts: number }

type Row = { label: string; isHidden?: boolean; cell: (column: Column) => ReactNode }

type ComparePlacesProps = { open: boolean; onClose: () => void; page: CollectionPage }

/** Table that compares the places with most hearts, one column each. */
export function ComparePlaces({ open, page }: ComparePlacesProps) {
  return open ? <Columns page={page} /> : null
}

function Columns({ page }: { page: CollectionPage }) {
  const { collection, entries } = page
  const { planFrom, visibility } = collection
  const time = usePlanTime(collection)
  const posts = new Map(usePosts(entries.flatMap(({ post }) => post ?? [])).map((post) => [post.id, post]))
  const isShut = ({ entry, post }: Column) =>
    entry.shop_gone || (post !== undefined && time.stateOf(post)?.open === false)
  const all = entries.map((entry) => ({ entry, post: posts.get(entry.post ?? ''), hearts: entry.hearts }))
  const columns = rankEntries(all, isShut).slice(0, collectionLimits.compared)
  const rows: Row[] = [
    ...(visibility === 'private'
      ? []
      : [{ label: '하트', isHidden: true, cell: ({ entry }: Column) => <HeartButton page={page} entry={entry} /> }]),
    {
      label: time.label,
      cell: ({ entry, post }) => {
        if (entry.shop_gone) return SHOP_GONE_TEXT
        const state = post && time.stateOf(post)
        return state ? <OpenLabel state={state} /> : null
      },
    },
    {
      label: '종류',
      cell: ({ entry: { shop }, post }) => (shop ? kindLabel(shop) : post?.kind && foodKinds[post.kind]),
    },
    { label: '한 사람 가격', cell: ({ post }) => post?.price && priceRanges[post.price] },
    ...(planFrom
      ? [
          {
            label: `${planFrom.name}에서`,
            cell: ({ entry: { lat, lng } }: Column) =>
              lat !== null && lng !== null && walkLabel(planFrom, { lat, lng }),
          },
        ]
      : []),
    {
      label: '또 갈래요',
      cell: ({ post }) => post?.verdict && `${post.verdict.people}명 중 ${post.verdict.again}명`,
    },
  ]
  const isKnown = ({ cell }: Row) => columns.some((column) => cell(column))
  return (
    <section className="compare" aria-label={`${columns.length}곳 비교`}>
      <div className="compare-scroll">
        <table>
          <thead>
            <tr>
              <td className="compare-label" />
              {columns.map((column) => (
                <th key={column.entry.id} scope="col">
                  <Place column={column} isShut={isShut(column)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.filter(isKnown).map(({ label, isHidden, cell }) => (
              <tr key={label}>
                <th scope="row" className="compare-label">
                  <span className="sr-only">{label}</span>
                </th>
                {columns.map((column) => (
                  <td key={column.entry.id}>
                    {!isHidden && <small aria-hidden="true">{label}</small>}
                    {cell(column) || <span className="compare-unknown">아직 몰라요</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {entries.length > columns.length && (
        <p className="hint">하트가 많은 {columns.length}곳을 보여 드려요. 나머지는 목록에 있어요.</p>
      )}
    </section>
  )
}

function Place({ column: { entry, post }, isShut }: { column: Column; isShut: boolean }) {
  const name = entryName(entry)
  return (
    <>
      <span className="photo compare-photo" data-shut={isShut || undefined}>
        {entry.shop ? (
          <ShopIcon kind={entry.shop.kind} />
        ) : (
          <PostImage
            post={post ?? { id: entry.id, image: null, image_info: null }}
            sizes="(min-width: 768px) 300px, 160px"
            dish={drawingOf(post ?? { id: entry.id })}
          />
        )}
      </span>
      {post ? (
        <Link to={paths.post} params={{ id: post.id }} className="compare-name">
          {name}
        </Link>
      ) : entry.shop ? (
        <Link to={paths.place} params={{ id: entry.shop.id }} className="compare-name">
          {name}
        </Link>
      ) : (
        <span className="compare-name">{name}</span>
      )}
    </>
  )
}
