import { Link } from '@tanstack/react-router'
import { Heart } from 'lucide-react'
import { openState } from '#rules/hours.ts'
import { paths } from '#rules/paths.ts'
import { PostImage } from '../components/post-image.tsx'
import { useMinute } from '../components/use-minute.ts'
import type { MapPost } from '../queries/get-map-posts.ts'

type MapCardProps = { post: MapPost; isActive: boolean; onActive: (id: string) => void }

/** A post in the list beside the map. */
export function MapCard({ post, isActive, onActive }: MapCardProps) {
  return (
    <li
      className="map-card"
      data-active={isActive || undefined}
      onPointerEnter={() => onActive(post.id)}
      onFocus={() => onActive(post.id)}
    >
      <Link to={paths.post} params={{ id: post.id }} className="mini">
        <span className="photo">
          <PostImage post={post} sizes="96px" square />
        </span>
        <span className="mini-text">
          <b>{post.title}</b>
          <span className="mini-story">{post.address ?? post.contents}</span>
          <span className="mini-meta">
            <OpenNow start={post.start_time} end={post.end_time} />
            <span className="mini-count">
              <Heart className="icon icon-s" aria-hidden="true" />
              <span className="sr-only">좋아요 </span>
              {post.like}
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
}

function OpenNow({ start, end }: { start: string | null; end: string | null }) {
  const minute = useMinute()
  if (!start || !end) return null
  const { open, label } = openState(start, end, minute)
  return <span className={open ? 'chip' : 'chip chip-off'}>{label}</span>
}
