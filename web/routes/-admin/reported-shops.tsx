import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#rules/dates.ts'
import { factLine } from '#rules/fact-line.ts'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { toast } from '../../kit/toast.tsx'
import { decideShop, reportedShopsQuery } from '../../moderation/admin.ts'

/** Shops that two or more members have reported as gone or moved; with `decided`, those that a moderator keeps hidden. */
export function ReportedShops({ decided = false }: { decided?: boolean }) {
  const { data = [] } = useQuery(reportedShopsQuery(useGraphql(), decided))
  if (data.length === 0) return null
  return (
    <ul className="admin-list" aria-label={decided ? '숨긴 가게' : '확인할 가게'}>
      {data.map(({ id, name, gone, moved, networks, since }) => (
        <li key={id} className="admin-entry">
          <div className="admin-what">
            <p className="admin-meta">
              <b>가게</b>
              <span className="admin-tag">숨김</span>
              <Link to={paths.place} params={{ id }} className="link">
                가게 보기
              </Link>
              <time dateTime={since}>{formatDateTime(since)}</time>
            </p>
            <h2>{name}</h2>
            <p className="admin-meta">
              {gone + moved > 0
                ? factLine([`없어졌어요 ${gone}명`, `옮겼어요 ${moved}명`, `접속 환경 ${networks}곳`])
                : '알려 준 이웃이 탈퇴했어요'}
            </p>
          </div>
          <DecideShop id={id} name={name} decided={decided} />
        </li>
      ))}
    </ul>
  )
}

const decisions = [
  { gone: true, label: '계속 숨기기' },
  { gone: false, label: '다시 보이기' },
] as const

function DecideShop({ id, name, decided }: { id: string; name: string; decided: boolean }) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: (gone: boolean) => decideShop(graphql, { id, gone }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['told_shops'] }),
    onError: (error) => toast(sentenceOf(error)),
  })
  return (
    <div className="admin-actions">
      {decisions.slice(decided ? 1 : 0).map(({ gone, label }) => (
        <button
          key={label}
          type="button"
          className="btn btn-outline btn-small"
          aria-disabled={isPending || undefined}
          onClick={() => isPending || mutate(gone)}
        >
          {label}
          <span className="sr-only">: {name}</span>
        </button>
      ))}
    </div>
  )
}
