import { placeMessages } from '#rules/places.ts'
import { EmptyState } from '../../kit/empty-state.tsx'
import { AreaLink } from '../../posts/area-link.tsx'

/** Shown for what is no area. */
export function AreaNotFound() {
  return (
    <EmptyState title={placeMessages.unknownArea} text="지역 이름이 바뀌었거나 주소가 잘못되었어요.">
      <AreaLink path="" className="btn btn-primary">
        전국에서 찾기
      </AreaLink>
    </EmptyState>
  )
}
