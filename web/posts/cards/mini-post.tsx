import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { factLine } from '#rules/fact-line.ts'
import { distanceAndAddress } from '#rules/location-text.ts'
import { paths } from '#rules/paths.ts'
import type { Position } from '#rules/position.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { PostImage } from './post-image.tsx'
import { rowFacts } from './row-facts.ts'

type MiniPostProps = {
  post: Parameters<typeof PostImage>[0]['post'] & { id: string; title: string; like: number }
  story: string
  dish?: string | undefined
  meta: ReactNode
}

export function MiniPost({ post, story, dish, meta }: MiniPostProps) {
  return (
    <Link to={paths.post} params={{ id: post.id }} className="mini">
      <span className="photo">
        <PostImage post={post} sizes="96px" dish={dish} />
      </span>
      <span className="mini-text">
        <b>{post.title}</b>
        <span className="mini-story">{story}</span>
        <span className="mini-meta">
          {meta}
          <span className="mini-count">
            <PageIcon name="heart" className="icon icon-s" />
            <span className="sr-only">좋아요 </span>
            {post.like}
          </span>
        </span>
      </span>
    </Link>
  )
}

type MiniFacts = Parameters<typeof rowFacts>[0] & { areas?: readonly { name: string }[] }

/**
 * '한식 · 1만원대 · 300m' for the row of a post, without a distance its smallest area: '망원동'. Its address where neither
 * kind nor price are known.
 */
export function factsOrAddress(post: MiniFacts, from?: Position | null): string | null {
  if (!post.kind && !post.price) return from ? distanceAndAddress(post, from) : post.address
  const area = from ? null : post.areas?.at(-1)?.name
  return area ? factLine([rowFacts({ ...post, address: null }), area]) : rowFacts(post, from)
}
