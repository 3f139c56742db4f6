import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { type ReportKind, reportKinds } from '#rules/moderation.ts'
import { dropTabData } from '../authors/people.ts'
import { sentenceOf } from '../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf } from '../graphql.ts'
import { toast } from '../kit/toast.tsx'
import { useRouterContext } from '../router-context.ts'
import '../authors/people.css'

const getReported = graphql(/* GraphQL */ `
  query getReported {
    getReported { kind id title at }
  }
`)

type Reported = ResultOf<typeof getReported>[number]

export function ownReportsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['reported'],
    queryFn: ({ signal }) => getReported(execute, {}, { signal }),
    staleTime: 0,
  })
}

const withdrawReport = graphql(/* GraphQL */ `
  mutation takeBackReport($kind: ModeratedKind!, $id: ID!) {
    takeBackReport(kind: $kind, id: $id) { count }
  }
`)

/** Takes the reader's report back, and shows the item again; a toast tells the result. @returns whether it succeeded */
export async function takeBackReport(
  context: ReturnType<typeof useRouterContext>,
  { kind, id }: { kind: ReportKind; id: string },
): Promise<boolean> {
  try {
    await withdrawReport(context.graphql, { kind, id })
    toast(`신고를 되돌렸어요. 이 ${reportKinds[kind]}이 다시 보여요.`)
    dropTabData(context)
    return true
  } catch (error) {
    toast(sentenceOf(error))
    return false
  }
}

type ReportedListProps = {
  reported: readonly Reported[]
  titleId: string
}

export function OwnReportsList({ reported, titleId }: ReportedListProps) {
  return (
    <section className="reported">
      <h2 id="reported">신고해서 숨긴 항목</h2>
      <ul className="people" aria-labelledby="reported">
        {reported.map((one) => (
          <ReportedRow key={`${one.kind} ${one.id}`} reported={one} titleId={titleId} />
        ))}
      </ul>
    </section>
  )
}

function ReportedRow({ reported, titleId }: { reported: Reported; titleId: string }) {
  const context = useRouterContext()
  const [busy, setBusy] = useState(false)
  const press = async () => {
    if (busy) return
    setBusy(true)
    if (await takeBackReport(context, reported)) document.getElementById(titleId)?.focus()
    setBusy(false)
  }
  return (
    <li className="person">
      <span className="person-link">
        <span className="person-text">
          <b>{reported.title}</b>
          <span>
            {reportKinds[reported.kind]} ·&nbsp;{formatDateTime(reported.at)} 신고
          </span>
        </span>
      </span>
      <button
        type="button"
        className="btn btn-outline btn-small"
        aria-disabled={busy || undefined}
        onClick={() => void press()}
      >
        <span className="sr-only">{reported.title} 신고 </span>되돌리기
      </button>
    </li>
  )
}
