import { useMutation, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PeopleList } from '#contract/schema.gen.ts'
import { paths } from '#rules/paths.ts'
import { FollowButton } from '../../../authors/follow-button.tsx'
import { blockUser, dropTabData, type ListedPerson, peopleQuery } from '../../../authors/people.ts'
import { PersonRow } from '../../../authors/person-row.tsx'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { MoreButton } from '../../../kit/more-button.tsx'
import { toast } from '../../../kit/toast.tsx'
import { OwnReportsList, ownReportsQuery } from '../../../moderation/reported.tsx'
import { useRouterContext } from '../../../router-context.ts'
import '../../../accounts/account.css'

const TITLE_ID = 'people-title'

const route = getRouteApi('/account/people/$list')

const lists: Record<PeopleList, { name: string; empty: string; text?: string }> = {
  followers: { name: '팔로워', empty: '아직 팔로워가 없어요' },
  following: { name: '팔로잉', empty: '아직 팔로우한 이웃이 없어요' },
  alike: {
    name: '비슷한 입맛',
    empty: '아직 입맛이 비슷한 이웃이 없어요',
    text: '다녀온 곳에 ‘또 갈래요’\u2060를 남기면 하루에 한 번 찾아봐요.',
  },
  blocked: { name: '차단', empty: '차단한 이웃이 없어요' },
}
const names = Object.keys(lists) as PeopleList[]

export function isPeopleList(name: string): name is PeopleList {
  return Object.hasOwn(lists, name)
}

export function PeoplePage() {
  const { list } = route.useParams()
  if (!isPeopleList(list)) return null
  return (
    <div className="wrap account-narrow">
      <div className="account-head">
        <h1 id={TITLE_ID} tabIndex={-1}>
          내 이웃
        </h1>
        <p>이 목록은 나만 볼 수 있어요.</p>
      </div>
      {/* In a div: as a child of the grid, `.feed-tools` would be in a column beside the heading. */}
      <div>
        <nav className="feed-tools" aria-label="내 이웃">
          {names.map((name) => (
            <Link
              key={name}
              to={paths.people}
              params={{ list: name }}
              replace
              className="tool-link"
              aria-current={name === list ? 'page' : undefined}
            >
              {lists[name].name}
            </Link>
          ))}
        </nav>
      </div>
      {list === 'blocked' ? <Blocked /> : <People key={list} list={list} />}
    </div>
  )
}

function Blocked() {
  const { data: reported } = useSuspenseQuery(ownReportsQuery(useGraphql()))
  if (reported.length === 0) return <People list="blocked" />
  return (
    <>
      <OwnReportsList reported={reported} titleId={TITLE_ID} />
      <People list="blocked" empty={<p className="hint">{lists.blocked.empty}</p>} />
    </>
  )
}

/** @param empty shown if the list is empty, instead of the usual drawing and text */
function People({ list, empty }: { list: PeopleList; empty?: ReactNode }) {
  const query = useSuspenseInfiniteQuery(peopleQuery(useGraphql(), list))
  const people = query.data.pages.flatMap((page) => page.data)
  if (people.length === 0) {
    if (empty) return empty
    return (
      <EmptyState
        art={list === 'blocked' ? 'table' : 'people'}
        inFeed
        title={lists[list].empty}
        text={lists[list].text}
      >
        <Link to={paths.home} className="btn btn-outline">
          이웃 맛집 보기
        </Link>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="people" aria-label={lists[list].name}>
        {people.map((person) => (
          <PersonRow key={person.handle} person={person} isLinked={list !== 'blocked'}>
            {list === 'blocked' ? (
              <UnblockButton person={person} />
            ) : (
              <FollowButton {...person} className="btn btn-outline btn-small" />
            )}
          </PersonRow>
        ))}
      </ul>
      <MoreButton list={query} failure="이웃을 불러오지 못했어요.">
        더 보기
      </MoreButton>
    </>
  )
}

function UnblockButton({ person: { handle, username } }: { person: ListedPerson }) {
  const context = useRouterContext()
  const { isPending, mutate } = useMutation({
    mutationFn: () => blockUser(context, handle, false),
    onSuccess: () => {
      document.getElementById(TITLE_ID)?.focus()
      toast(`${username}님의 차단을 해제했어요.`)
      dropTabData(context)
    },
    onError: (error) => toast(sentenceOf(error)),
  })
  return (
    <button
      type="button"
      className="btn btn-outline btn-small"
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate()}
    >
      <span className="sr-only">{username}님 </span>차단 해제
    </button>
  )
}
