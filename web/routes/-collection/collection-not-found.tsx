import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../../kit/empty-state.tsx'

/** Shown for an unknown collection and for another's private one alike. */
export function CollectionNotFound() {
  return (
    <EmptyState art="lost" title="찾을 수 없는 모음이에요." text="지워졌거나 주인만 볼 수 있는 모음이에요.">
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </EmptyState>
  )
}
