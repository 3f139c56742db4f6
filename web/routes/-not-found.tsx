import { errorMessages } from '#rules/errors.ts'
import { peopleMessages } from '#rules/people.ts'
import { placeMessages } from '#rules/places.ts'
import { HomeButton } from '../frame/error-screen.tsx'
import { EmptyState } from '../kit/empty-state.tsx'
import { AreaLink } from '../places/area-links.tsx'

export function PostNotFound() {
  return (
    <WithWayHome
      title={errorMessages.NOT_FOUND}
      text="글이 삭제되었거나, 신고나 차단으로 숨겨졌거나, 주소가 잘못되었어요."
    />
  )
}

export function NotOwnPost() {
  return <WithWayHome title={errorMessages.FORBIDDEN} text="글은 작성자만 수정할 수 있어요." />
}

export function AuthorNotFound() {
  return (
    <WithWayHome title={peopleMessages.unknown} text="탈퇴했거나, 신고나 차단으로 숨겨졌거나, 주소가 잘못되었어요." />
  )
}

export function PlaceNotFound() {
  return <WithWayHome title={placeMessages.unknown} text="글이 모두 삭제되었거나 주소가 잘못되었어요." />
}

export function AreaNotFound() {
  return (
    <EmptyState art="lost" title={placeMessages.unknownArea} text="지역 이름이 바뀌었거나 주소가 잘못되었어요.">
      <AreaLink path="" className="btn btn-primary">
        전국에서 찾기
      </AreaLink>
    </EmptyState>
  )
}

function WithWayHome({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState art="lost" title={title} text={text}>
      <HomeButton />
    </EmptyState>
  )
}
