import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { invitationLimits } from '#rules/invitations.ts'
import { paths } from '#rules/paths.ts'
import { countCharacters } from '#rules/text.ts'
import { fieldErrorOf, sentenceOf } from '../../failures.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql } from '../../graphql.ts'
import { FieldError, SelectField, TextField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { adminQueryKey } from '../../moderation/admin.ts'

const getInvitations = graphql(/* GraphQL */ `
  query getInvitations {
    getInvitations { id note uses used ends since open revoked by members { handle username } }
  }
`)

const addInvitation = graphql(/* GraphQL */ `
  mutation addInvitation($uses: Int!, $days: Int!, $note: String) {
    addInvitation(uses: $uses, days: $days, note: $note) { link }
  }
`)

/** Revokes an invitation link; the count is 0 if it has ended already. @throws the server's error */
const revokeInvitation = graphql(/* GraphQL */ `
  mutation revokeInvitation($id: ID!) { revokeInvitation(id: $id) { count } }
`)

type Invitation = ResultOf<typeof getInvitations>[number]

function invitationsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: [...adminQueryKey, 'invitations'],
    queryFn: ({ signal }) => getInvitations(execute, {}, { signal }),
    retry: false,
  })
}

/** Invitation links, by which people may sign up: a form for new ones and the list. */
export function InvitationsTab() {
  const { data: invitations, error } = useQuery(invitationsQuery(useGraphql()))
  if (error) return <p className="hint">{sentenceOf(error)}</p>
  if (!invitations) return null
  return (
    <>
      <NewInvitationForm />
      {invitations.length === 0 && <p className="hint">아직 만든 초대 링크가 없어요.</p>}
      <ul className="admin-list" aria-label="초대 링크">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="admin-entry">
            <InvitationEntry invitation={invitation} />
          </li>
        ))}
      </ul>
    </>
  )
}

const spans = { 1: '1일', 7: '7일', 30: '30일', 365: '1년' } as const

function NewInvitationForm() {
  const execute = useGraphql()
  const client = useQueryClient()
  const [values, setValues] = useState({ uses: '1', days: '7', note: '' })
  const add = useMutation({
    mutationFn: () =>
      addInvitation(execute, { uses: Number(values.uses), days: Number(values.days), note: values.note }),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueryKey }),
  })
  const { error } = add
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  const isShownAtField = Object.keys(values).some((field) => fieldErrorOf(error, field))
  const copy = async (link: string) => {
    const copied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    )
    toast(copied ? '복사했어요.' : '복사하지 못했어요. 링크를 길게 눌러 복사해 주세요.')
  }
  return (
    <section className="admin-entry">
      <h2>초대 링크 만들기</h2>
      <form className="admin-search" noValidate onSubmit={send}>
        <TextField
          label="초대할 사람 수"
          hint="가입을 닫아 두어도, 승인 없이 가입할 수 있어요."
          inputMode="numeric"
          autoComplete="off"
          value={values.uses}
          error={fieldErrorOf(error, 'uses')}
          onChange={(event) => setValues({ ...values, uses: event.currentTarget.value.replace(/\D/g, '').slice(0, 4) })}
        />
        <SelectField
          label="쓸 수 있는 기간"
          value={values.days}
          error={fieldErrorOf(error, 'days')}
          onChange={(event) => setValues({ ...values, days: event.currentTarget.value })}
        >
          {Object.entries(spans).map(([days, name]) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="메모"
          optional
          hint="관리자만 볼 수 있어요."
          autoComplete="off"
          value={values.note}
          count={{ used: countCharacters(values.note), limit: invitationLimits.note }}
          error={fieldErrorOf(error, 'note')}
          onChange={(event) => setValues({ ...values, note: event.currentTarget.value })}
        />
        {error && !isShownAtField && <FieldError live>{sentenceOf(error)}</FieldError>}
        <button type="submit" className="btn btn-primary" aria-disabled={add.isPending || undefined}>
          {add.isPending ? '만드는 중…' : '만들기'}
        </button>
      </form>
      {add.data && (
        <div className="admin-why" role="status">
          <p>링크는 지금만 볼 수 있어요. 복사해서 전해 주세요.</p>
          <p>
            <b>{add.data.link}</b>
          </p>
          <button type="button" className="btn btn-outline btn-small" onClick={() => void copy(add.data.link)}>
            복사
          </button>
        </div>
      )}
    </section>
  )
}

function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const { id, note, uses, used, ends, since, open, revoked, by, members } = invitation
  const execute = useGraphql()
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(execute, { id }),
    onSuccess: ({ count }) => toast(count > 0 ? '초대 링크를 취소했어요.' : '이미 쓸 수 없는 링크예요.'),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: adminQueryKey }),
  })
  return (
    <>
      <div className="admin-what">
        <p className="admin-meta">
          <span className="admin-tag">{open ? '쓸 수 있어요' : revoked ? '취소했어요' : '끝났어요'}</span>
          <span>
            {uses}명 중 {used}명
          </span>
          <span>{formatDateTime(ends)}까지</span>
        </p>
        <h2>{note || '메모 없음'}</h2>
        <p className="admin-meta">
          <span>{formatDateTime(since)}에 만들었어요</span>
          {by !== null && <span>{by}</span>}
        </p>
        {members.length > 0 && (
          <p className="admin-meta">
            <span>가입한 이웃</span>
            {members.map(({ handle, username }) => (
              <Link key={handle} to={paths.admin} search={{ tab: 'people', who: handle }} className="link">
                {username}
              </Link>
            ))}
          </p>
        )}
      </div>
      {open && (
        <div className="admin-actions">
          <button
            type="button"
            className="btn btn-outline btn-small"
            aria-disabled={revoke.isPending || undefined}
            onClick={() => revoke.isPending || revoke.mutate()}
          >
            링크 취소<span className="sr-only">: {note || since}</span>
          </button>
        </div>
      )}
    </>
  )
}
