import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#rules/dates.ts'
import { moderationActions, reportKinds } from '#rules/moderation.ts'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { MoreButton } from '../../kit/more-button.tsx'
import { type ModerationRecordEntry, moderationRecordQuery } from '../../moderation/admin.ts'

export function ModerationLogTab() {
  const query = useInfiniteQuery(moderationRecordQuery(useGraphql()))
  return (
    <>
      <ModerationLog entries={query.data?.pages.flat() ?? []} />
      <MoreButton list={query} failure="기록을 불러오지 못했어요.">
        더 보기
      </MoreButton>
    </>
  )
}

const kinds: Readonly<Record<string, string>> = { ...reportKinds, shop: '가게' }

const others: Readonly<Record<string, string>> = {
  view: '정보 보기',
  hold: '단어 검토로 보류',
  'add rule': '규칙 추가',
  'remove rule': '규칙 삭제',
  'set signup': '가입 방식 변경',
  'set look': '사이트 디자인 변경',
  'set page': '소개 페이지 변경',
  'correct email': '이메일 주소 변경',
  'end sessions': '모든 기기에서 로그아웃',
  export: '데이터 다운로드',
  'ask erasure': '계정 삭제 요청',
  'drop erasure': '계정 삭제 요청 취소',
  erase: '계정 삭제',
  'add webhook': '자동 알림 추가',
  'remove webhook': '자동 알림 삭제',
  'add invitation': '초대 링크 만들기',
  'revoke invitation': '초대 링크 취소',
  'grant member': '역할 해제',
  'grant moderator': '운영자로 지정',
  'grant admin': '관리자로 지정',
  'reset sign-in': '2단계 인증과 패스키 해제',
}

export function ModerationLog({ entries }: { entries: readonly ModerationRecordEntry[] }) {
  return (
    <ol className="admin-record">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p className="admin-meta">
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            <span>{entry.actor ?? '사이트'}</span>
          </p>
          <p>
            <b>
              {moderationActions[entry.action as keyof typeof moderationActions] ??
                others[entry.action] ??
                entry.action}
            </b>{' '}
            {kinds[entry.kind ?? ''] ?? ''} <About entry={entry} />
          </p>
          {entry.reason && <p className="admin-text">{entry.reason}</p>}
        </li>
      ))}
    </ol>
  )
}

function About({ entry: { about, aboutHandle, kind, item } }: { entry: ModerationRecordEntry }) {
  return (
    <>
      {kind !== 'author' && item !== null && `${item}번 `}
      {aboutHandle !== null && (
        <Link to={paths.admin} search={{ tab: 'people', who: aboutHandle }} className="link">
          {about}
        </Link>
      )}
    </>
  )
}
