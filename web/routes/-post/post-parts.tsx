import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { closedText } from '#rules/fact-labels.ts'
import { placeTraits } from '#rules/food-kinds.ts'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { useWithoutDeleted } from '../../kit/deleted.ts'
import { placePostsQuery } from '../../places/place-query.ts'
import { MiniPost } from '../../posts/cards/mini-post.tsx'
import { dishesOf } from '../../posts/cards/post-image.tsx'
import type { Post } from '../../posts/queries/post-query.ts'
import './facts.css'
import FolderPlus from 'virtual:icon/folder-plus'
import { useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import { useLoginFirst } from '../../posts/cards/use-login-first.tsx'

/** Other posts about the place; null if there are none or they could not be loaded. */
export function PlacePosts({ id, placeId }: { id: string; placeId: string | null }) {
  const { data } = useQuery(placePostsQuery(useGraphql(), id))
  const posts = useWithoutDeleted(data ?? [])
  if (!posts.length) return null
  const drawn = dishesOf(posts)
  return (
    <section className="place-posts" aria-labelledby="place-posts">
      <div className="section-head">
        <h2 id="place-posts">이 장소의 다른 글</h2>
        {placeId && (
          <Link to={paths.place} params={{ id: placeId }} className="link link-quiet">
            모두 보기
          </Link>
        )}
      </div>
      <ul>
        {posts.map((post, index) => (
          <li key={post.id}>
            <MiniPost post={post} story={post.contents} dish={drawn[index]} meta={<span>{post.username}</span>} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a post tells about its place beside its kind and price: what is good there, closing days, dishes. */
export function Facts({ post: { traits, closed_on, dishes } }: { post: Post }) {
  const closed = closedText(closed_on)
  const facts = [...traits.map((trait) => placeTraits[trait]), ...(closed ? [closed] : [])]
  return (
    <>
      {facts.length > 0 && (
        <ul className="facts">
          {facts.map((fact) => (
            <li key={fact} className="tag">
              {fact}
            </li>
          ))}
        </ul>
      )}
      {dishes.length > 0 && (
        <dl className="dishes" aria-label="먹은 것">
          {dishes.map(({ name, price }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two dishes may have the same name
            <div key={index}>
              <dt>{name}</dt>
              <dd>{typeof price === 'number' && `${price.toLocaleString('ko')}원`}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const CollectDialog = onDemand(async () => (await import('../../posts/collections/collect-dialog.tsx')).CollectDialog)

/** '모음에 담기' of a post; a visitor is asked to log in. */
export function CollectButton({ post }: { post: { id: string; title: string } }) {
  const [isOpen, setOpen] = useState(false)
  const login = useLoginFirst(true)
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet"
        onPointerEnter={login.preload ?? CollectDialog.preload}
        onClick={() => login.isRefused() || setOpen(true)}
      >
        <FolderPlus className="icon" />
        모음에 담기
      </button>
      <CollectDialog open={isOpen} onClose={() => setOpen(false)} post={post} />
      {login.dialog}
    </>
  )
}
