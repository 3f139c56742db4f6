import type { PointerEvent } from 'react'
import type { Position } from '#rules/position.ts'
import { shortVerdict } from '#rules/verdict.ts'
import { OpenChip, type OpeningTimes, useOpenState } from '../../posts/cards/hours.tsx'
import { factsOrAddress, MiniPost } from '../../posts/cards/mini-post.tsx'
import { WantedMark } from '../../posts/cards/post-rows.tsx'
import type { MapPost } from './map-posts.ts'

type MapCardProps = {
  post: MapPost
  /** Name of the drawn dish that is shown if the post has no photo. */
  dish: string | undefined
  me: Position | null
  isActive: boolean
  onActive: (id: string) => void
}

export function MapCard({ post, dish, me, isActive, onActive }: MapCardProps) {
  return (
    <li
      className="map-card"
      data-active={isActive || undefined}
      onPointerMove={(event) => isMouseMove(event) && onActive(post.id)}
      onFocus={() => onActive(post.id)}
    >
      <MiniPost
        post={post}
        dish={dish}
        story={factsOrAddress(post, me) ?? post.contents}
        meta={
          <>
            <OpenNowChip post={post} />
            {post.verdict && <span className="map-verdict num">{shortVerdict(post.verdict)}</span>}
          </>
        }
      />
      <WantedMark post={post} />
    </li>
  )
}

/** Whether the mouse itself has moved. A sheet that rises under a finger or a resting mouse must not highlight a card. */
function isMouseMove({ pointerType, movementX, movementY }: PointerEvent): boolean {
  return pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)
}

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

function OpenNowChip({ post }: { post: OpeningTimes }) {
  const state = useOpenState(post)
  return state && <OpenChip open={state.open} text={state.label} />
}
