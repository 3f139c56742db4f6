import { failures } from '#rules/errors.ts'
import { LostPlate } from '../kit/art.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { HomeButton } from './home-button.tsx'

/** The 404 page. */
export function NotFoundScreen() {
  return (
    <EmptyState art={<LostPlate />} title={failures.notFound} text="주소가 바뀌었거나 지워진 글일 수 있어요.">
      <HomeButton />
    </EmptyState>
  )
}
