import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import type { ModerationActionName } from '#rules/moderation.ts'
import { paths } from '#rules/paths.ts'
import { ConfirmIdentityDialog } from '../../accounts/passkeys/confirm-identity-dialog.tsx'
import { hasUsedPasskey } from '../../accounts/passkeys/passkey-use.tsx'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { ShieldCheck } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import {
  adminQueryKey,
  type ModeratedPerson,
  peopleSearchQuery,
  personCardQuery,
  setRole,
} from '../../moderation/admin.ts'
import { ModerationButtons } from './moderation-buttons.tsx'
import { ModerationLog } from './moderation-log-tab.tsx'

const MemberCareForm = lazy(async () => ({ default: (await import('./care-form.tsx')).MemberCareForm }))

const route = getRouteApi('/admin')

const roles = { member: '회원', moderator: '운영자', admin: '관리자' } as const

export function PeopleTab() {
  const { who = '' } = route.useSearch()
  const navigate = useNavigate()
  const { data: people = [], isPending } = useQuery(peopleSearchQuery(useGraphql(), who))
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('who') ?? '').trim()
    void navigate({ to: paths.admin, search: { tab: 'people', ...(wanted && { who: wanted }) } })
  }
  return (
    <>
      <form key={who} className="admin-search" noValidate onSubmit={search}>
        <TextField
          label="닉네임이나 이메일"
          hint="정확히 같아야 찾아요."
          name="who"
          defaultValue={who}
          autoComplete="off"
        />
        <button type="submit" className="btn btn-primary">
          찾기
        </button>
      </form>
      {people.length === 0 && !isPending && (
        <p className="hint">{who ? '일치하는 이웃이 없어요.' : '승인을 기다리거나 정지된 이웃이 없어요.'}</p>
      )}
      <ul className="admin-list" aria-label="이웃">
        {people.map((person) => (
          <li key={person.handle} className="admin-entry">
            <Person person={person} isOpen={people.length === 1} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Person({ person, isOpen }: { person: ModeratedPerson; isOpen: boolean }) {
  const { handle, username, email, role, since, posts, comments, reported, pending, suspended, until } = person
  const [shown, setShown] = useState(isOpen)
  const actions: ModerationActionName[] = [
    ...(pending ? (['approve'] as const) : []),
    ...(suspended ? (['lift'] as const) : []),
    'suspend',
    'note',
  ]
  return (
    <>
      <div className="admin-what">
        <p className="admin-meta">
          <span>{roles[role]}</span>
          {pending && <span className="admin-tag">승인 대기</span>}
          {suspended && <span className="admin-tag">{until ? `${formatDateTime(until)}까지 정지` : '정지'}</span>}
          {person.hidden && <span className="admin-tag">숨김</span>}
        </p>
        <h2>
          <Link to={paths.author} params={{ handle }} className="link">
            {username}
          </Link>
        </h2>
        <p className="admin-meta">
          <span>{email}</span>
          <span>
            글 {posts} ·&nbsp;댓글 {comments} ·&nbsp;신고 {reported}
          </span>
          <span>{formatDateTime(since)} 가입</span>
        </p>
      </div>
      <ModerationButtons target={{ kind: 'author', id: handle, title: username }} actions={actions} />
      <RoleSelect person={person} />
      <button type="button" className="btn btn-quiet btn-small" aria-expanded={shown} onClick={() => setShown(!shown)}>
        자세히
      </button>
      {shown && <Card handle={handle} />}
    </>
  )
}

/** Changes a member's role. Giving one asks for the admin's password; making someone a plain member does not. */
function RoleSelect({ person: { handle, role, username } }: { person: ModeratedPerson }) {
  const execute = useGraphql()
  const client = useQueryClient()
  const [asked, setAsked] = useState<ModeratedPerson['role']>('member')
  const [asking, setAsking] = useState(false)
  const change = async (wanted: ModeratedPerson['role'], given: { password?: string; proof?: string } = {}) => {
    await setRole(execute, { handle, role: wanted, ...given })
    setAsking(false)
    toast(`${username}님은 이제 ${roles[wanted]}예요.`)
    await client.invalidateQueries({ queryKey: adminQueryKey })
  }
  const choose = (wanted: ModeratedPerson['role']) => {
    setAsked(wanted)
    setAsking(wanted !== 'member')
    if (wanted === 'member') change(wanted).catch((error: unknown) => toast(sentenceOf(error)))
  }
  return (
    <>
      <SelectField
        label="역할"
        value={role}
        onChange={(event) => choose(event.currentTarget.value as ModeratedPerson['role'])}
      >
        {Object.entries(roles).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <ConfirmIdentityDialog
        open={asking}
        onClose={() => setAsking(false)}
        icon={ShieldCheck}
        title="역할 바꾸기"
        description={`‘${username}’\u2060님을 ${roles[asked]}로 바꿔요.`}
        labels={{ confirm: '바꾸기', busy: '바꾸는 중…' }}
        hasPasskey={hasUsedPasskey()}
        onConfirm={(given) => change(asked, given)}
      />
    </>
  )
}

function Card({ handle }: { handle: string }) {
  const { data } = useQuery(personCardQuery(useGraphql(), handle))
  if (!data) return null
  return (
    <div className="admin-card">
      {data.care && (
        <Suspense>
          <MemberCareForm person={data.person} erasure={data.erasure} returnedMail={data.returnedMail} />
        </Suspense>
      )}
      <h3>글</h3>
      <ul>
        {data.posts.map(({ id, title, hidden, at }) => (
          <li key={id}>
            <Link to={paths.post} params={{ id }} className="link">
              {title}
            </Link>{' '}
            {hidden && <span className="admin-tag">숨김</span>} <span className="hint">{formatDateTime(at)}</span>
          </li>
        ))}
      </ul>
      {data.sessions && (
        <>
          <h3>로그인한 기기</h3>
          <ul>
            {data.sessions.map(({ device, used }) => (
              <li key={used}>
                {device} <span className="hint">{formatDateTime(used)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>기록</h3>
      <ModerationLog entries={data.record} />
    </div>
  )
}
