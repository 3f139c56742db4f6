import { Link } from '@tanstack/react-router'
import { errorMessages } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { EmptyState } from '../../kit/empty-state.tsx'

/** Shown for a post that does not exist or was deleted. */
export function PostNotFound() {
  return (
    <EmptyState title={errorMessages.NOT_FOUND} text="글쓴이가 지웠거나 주소가 잘못되었어요.">
      <Link to={paths.home} className="btn btn-primary">
        홈으로
      </Link>
    </EmptyState>
  )
}
