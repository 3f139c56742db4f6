import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '#rules/dates.ts'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { toast } from '../../kit/toast.tsx'
import { decideShop, toldShopsQuery } from '../../moderation/admin.ts'

/** Shops that two members have called gone or moved, before the reports; null without any. */
export function ToldShops() {
  const { data = [] } = useQuery(toldShopsQuery(useGraphql()))
  if (data.length === 0) return null
  return (
    <ul className="admin-list" aria-label="확인할 가게">
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
              없어졌어요 {gone}명 · 옮겼어요 {moved}명 · 접속 환경 {networks}곳
            </p>
          </div>
          <DecideShop id={id} name={name} />
        </li>
      ))}
    </ul>
  )
}

const decisions = [
  { gone: true, label: '계속 숨기기' },
  { gone: false, label: '다시 보이기' },
] as const

function DecideShop({ id, name }: { id: string; name: string }) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const { isPending, mutate } = useMutation({
    mutationFn: (gone: boolean) => decideShop(graphql, { id, gone }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['told_shops'] }),
    onError: (error) => toast(sentenceOf(error)),
  })
  return (
    <div className="admin-actions">
      {decisions.map(({ gone, label }) => (
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
