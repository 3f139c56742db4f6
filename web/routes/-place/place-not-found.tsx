import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { placeMessages } from '#rules/places.ts'
import { EmptyState } from '../../kit/empty-state.tsx'

/** Shown for a place that no post is about. */
export function PlaceNotFound() {
  return (
    <EmptyState title={placeMessages.unknown} text="글이 모두 지워졌거나 주소가 잘못되었어요.">
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </EmptyState>
  )
}
