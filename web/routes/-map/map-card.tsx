import type { PointerEvent } from 'react'
import { openState } from '#rules/hours.ts'
import { locationLabel } from '#rules/location-text.ts'
import type { Position } from '#rules/position.ts'
import { useMinute } from '../../posts/cards/hours.tsx'
import { MiniPost } from '../../posts/cards/mini-post.tsx'
import type { MapPost } from './map-posts-query.ts'

type MapCardProps = {
  post: MapPost
  /** The device's position, if it was asked for: distances are shown from there. */
  me: Position | null
  isActive: boolean
  onActive: (id: string) => void
}

/** A post in the list beside the map. */
export function MapCard({ post, me, isActive, onActive }: MapCardProps) {
  return (
    <li
      className="map-card"
      data-active={isActive || undefined}
      onPointerMove={(event) => isMouseMove(event) && onActive(post.id)}
      onFocus={() => onActive(post.id)}
    >
      <MiniPost
        post={post}
        story={(me ? locationLabel(post, me) : post.address) ?? post.contents}
        meta={<OpenNow start={post.start_time} end={post.end_time} />}
      />
    </li>
  )
}

/** The sheet may rise under a finger or a resting mouse, which must not highlight a card. */
function isMouseMove({ pointerType, movementX, movementY }: PointerEvent): boolean {
  return pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)
}

/** Placeholder for the card of a pressed pin while it loads. */
export function MapCardSkeleton() {
  return (
    <li className="map-card" aria-hidden="true">
      <div className="mini">
        <span className="photo" />
        <span className="mini-text">
          <span className="skeleton" />
          <span className="skeleton" />
        </span>
      </div>
    </li>
  )
}

function OpenNow({ start, end }: { start: string | null; end: string | null }) {
  const minute = useMinute()
  if (!start || !end) return null
  const { open, label } = openState(start, end, minute)
  return <span className={open ? 'chip' : 'chip chip-off'}>{label}</span>
}
