import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TASTY_TOO_TEXT } from '#rules/comment.ts'
import { formatDateTime } from '#rules/dates.ts'
import { webpUrl } from '#rules/images.ts'
import { reportKinds } from '#rules/moderation.ts'
import { paths } from '#rules/paths.ts'
import { useGraphql } from '../../graphql.ts'
import { MoreButton } from '../../kit/more-button.tsx'
import { type ReportedItem, reportsQuery } from '../../moderation/admin.ts'
import { ReportedItemActions } from './moderation-buttons.tsx'
import { ReportedShops } from './reported-shops.tsx'
import './admin.css'

/** Reported content and shops on which no moderator has decided. */
export function ReportsTab() {
  return (
    <>
      <ReportedShops />
      <Items />
    </>
  )
}

/** Content and shops on which moderators have decided. */
export function DecidedTab() {
  return (
    <>
      <ReportedShops decided />
      <Items decided />
    </>
  )
}

function Items({ decided = false }: { decided?: boolean }) {
  const query = useInfiniteQuery(reportsQuery(useGraphql(), decided))
  const items = query.data?.pages.flatMap((page) => page.data) ?? []
  if (items.length === 0 && query.isPending) return null
  if (items.length === 0) return <p className="hint">{decided ? '처리한 내역이 없어요.' : '처리할 신고가 없어요.'}</p>
  return (
    <>
      <ul className="admin-list" aria-label={decided ? '처리 내역' : '신고'}>
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`} className="admin-entry">
            <Reported item={item} />
          </li>
        ))}
      </ul>
      <MoreButton list={query} failure="신고를 불러오지 못했어요.">
        더 보기
      </MoreButton>
    </>
  )
}

function Reported({ item }: { item: ReportedItem }) {
  const { kind, title, text, image, held, hidden, gone, reporters, networks, reports, answer, decision, since } = item
  return (
    <>
      <div className="admin-what">
        <p className="admin-meta">
          <b>{reportKinds[kind]}</b>
          {held && <span className="admin-tag">검토할 단어 포함</span>}
          {hidden && <span className="admin-tag">숨김</span>}
          {gone && <span className="admin-tag">삭제됨</span>}
          <Author item={item} />
          <time dateTime={since}>{formatDateTime(since)}</time>
        </p>
        {title && <h2>{title}</h2>}
        {text ? <p className="admin-text">{text}</p> : kind === 'comment' && !image && <p>{TASTY_TOO_TEXT}</p>}
        {image && (
          <img src={webpUrl(image, 640) ?? image} alt="함께 올린 사진" loading="lazy" className="admin-photo" />
        )}
      </div>
      {reporters > 0 && (
        <div className="admin-why">
          <p className="admin-meta">
            {reporters}명이 신고했어요 ·&nbsp;접속 환경 {networks}곳
          </p>
          <ul>
            {reports.map(({ reason, text: more, at, isNew }) => (
              <li key={at}>
                {reason}
                {isNew && <span className="admin-tag">새 계정</span>}
                {more && <q>{more}</q>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {decision !== null && (
        <p className="admin-why">
          작성자에게 알린 사유 <q>{decision}</q>
        </p>
      )}
      {answer !== null && (
        <p className="admin-why">
          작성자의 답변 <q>{answer}</q>
        </p>
      )}
      <ReportedItemActions item={item} />
    </>
  )
}

function Author({ item: { authorHandle, authorName, post } }: { item: ReportedItem }) {
  return (
    <>
      <Link to={paths.admin} search={{ tab: 'people', who: authorHandle }} className="link">
        {authorName}
      </Link>
      {post !== null && (
        <Link to={paths.post} params={{ id: post }} className="link">
          글 보기
        </Link>
      )}
    </>
  )
}
