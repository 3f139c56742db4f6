import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { moderationLimits, reportKinds } from '#rules/moderation.ts'
import { paths } from '#rules/paths.ts'
import { countCharacters } from '#rules/text.ts'
import { sentenceOf } from '../../../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../../../graphql.ts'
import { TextArea } from '../../../kit/field.tsx'
import { toast } from '../../../kit/toast.tsx'

const done: Readonly<Record<string, string>> = {
  hide: '숨겼어요',
  hold: '확인하고 있어요',
  remove: '삭제했어요',
  suspend: '이용을 정지했어요',
}

/** Section of the profile: moderators' decisions about the member and their content, which may be answered. */
export function DecisionList() {
  const { data: decisions = [] } = useQuery({ ...decisionsAboutMeQuery(useGraphql()), refetchOnMount: false })
  if (decisions.length === 0) return null
  return (
    <section id="decisions" className="account-section">
      <h2>운영 안내</h2>
      <ul className="decisions">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionRow decision={decision} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DecisionRow({ decision }: { decision: Decision }) {
  const { kind, item, action, title, reason, until, at, undone, answer, answerable } = decision
  return (
    <>
      <p>
        <b>
          {reportKinds[kind]} ‘{title}’
        </b>{' '}
        {done[action]}
        {undone && ' ·\u00a0지금은 해제됐어요'}
      </p>
      <p className="hint">
        {formatDateTime(at)}
        {action === 'suspend' && ` ·\u00a0${until ? `${formatDateTime(until)}까지` : '무기한'}`}
      </p>
      <p>{reason}</p>
      {item !== null && action !== 'remove' && (
        <Link to={paths.post} params={{ id: item }} className="link">
          글 보기
        </Link>
      )}
      {answer !== null && <p className="hint">내 답변: {answer}</p>}
      {answerable && <Answer id={decision.id} />}
    </>
  )
}

function Answer({ id }: { id: string }) {
  const execute = useGraphql()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const { isPending, error, mutate } = useMutation({
    mutationFn: () => answerDecision(execute, { id, text }),
    onSuccess: () => {
      toast('답변을 보냈어요.')
      return client.invalidateQueries(decisionsAboutMeQuery(execute))
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className="decision-answer" noValidate onSubmit={send}>
      <TextArea
        label="답변"
        hint="한 번만 보낼 수 있어요."
        rows={2}
        value={text}
        count={{ used: countCharacters(text), limit: moderationLimits.answer }}
        error={sentenceOf(error) || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" className="btn btn-outline btn-small" aria-disabled={isPending || undefined}>
        {isPending ? '보내는 중…' : '답변 보내기'}
      </button>
    </form>
  )
}

const getDecisions = graphql(/* GraphQL */ `
  query getDecisions { getDecisions { id kind item action title reason until at undone answer answerable } }
`)

const answerDecision = graphql(/* GraphQL */ `
  mutation answerDecision($id: ID!, $text: String!) { answerDecision(id: $id, text: $text) { count } }
`)

type Decision = ResultOf<typeof getDecisions>[number]

/** Query for what moderators have decided about the reader and what they wrote. */
export function decisionsAboutMeQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['decisions'],
    queryFn: ({ signal }) => getDecisions(execute, {}, { signal }),
  })
}
