import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDateTime } from '#rules/dates.ts'
import { type MemberCareAction, memberCareActions, memberCareMessages } from '#rules/member-care.ts'
import { moderationLimits } from '#rules/moderation.ts'
import { EXPORT_FILE_NAME } from '#rules/paths.ts'
import { countCharacters } from '#rules/text.ts'
import { downloadFile, saveFile } from '../../accounts/export-button.tsx'
import { ConfirmIdentityDialog } from '../../accounts/passkeys/confirm-identity-dialog.tsx'
import { hasUsedPasskey } from '../../accounts/passkeys/passkey-use.tsx'
import { sentenceOf } from '../../failures.ts'
import { graphql, useGraphql } from '../../graphql.ts'
import { SelectField, TextArea, TextField } from '../../kit/field.tsx'
import { ShieldCheck } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import {
  adminQueryKey,
  type ModeratedPerson,
  type PersonErasure,
  type PersonReturnedMail,
} from '../../moderation/admin.ts'
import { useRouterContext } from '../../router-context.ts'

/** Changes a member's e-mail address; the old and the new address get a mail. @throws the server's error */
const correctEmail = graphql(/* GraphQL */ `
  mutation correctEmail($handle: ID!, $email: String!, $reason: String!, $password: String, $proof: String) {
    correctEmail(handle: $handle, email: $email, reason: $reason, password: $password, proof: $proof) { count }
  }
`)

const endMemberSessions = graphql(/* GraphQL */ `
  mutation endMemberSessions($handle: ID!, $reason: String!, $password: String, $proof: String) {
    endMemberSessions(handle: $handle, reason: $reason, password: $password, proof: $proof) { count }
  }
`)

const exportMember = graphql(/* GraphQL */ `
  mutation exportMember($handle: ID!, $reason: String!, $password: String, $proof: String) {
    exportMember(handle: $handle, reason: $reason, password: $password, proof: $proof) { url }
  }
`)

/** Deletes an account; if there is another admin, only once that admin has asked for it too. @throws the server's error */
const eraseMember = graphql(/* GraphQL */ `
  mutation eraseMember($handle: ID!, $reason: String!, $password: String, $proof: String) {
    eraseMember(handle: $handle, reason: $reason, password: $password, proof: $proof) { erased waits }
  }
`)

const dropErasure = graphql(/* GraphQL */ `
  mutation dropErasure($handle: ID!) { dropErasure(handle: $handle) { count } }
`)

type MemberCareFormProps = { person: ModeratedPerson; erasure: PersonErasure; returnedMail: PersonReturnedMail }

type Given = { password: string } | { proof: string }

const actionHints: Readonly<Record<MemberCareAction, string>> = {
  email: '지금까지의 주소와 새 주소 모두에 메일을 보내요.',
  sessions: '로그인한 모든 기기에서 로그아웃돼요.',
  export: '이웃의 글과 댓글, 사진, 개인정보가 모두 들어 있어요. 본인에게만 전해 주세요.',
  erase: '되돌릴 수 없어요. 다른 관리자가 있으면 그 관리자가 확인한 뒤에 삭제돼요.',
}

/** Sentences about why the site no longer sends mails to a member's address. */
const returnedMailTexts: Readonly<Record<NonNullable<PersonReturnedMail>['kind'], string>> = {
  hard: '메일함이 없어서 메일이 돌아왔어요.',
  soft: '메일이 여러 번 돌아왔어요.',
  complaint: '메일을 스팸으로 신고했어요.',
}

/** Form of an admin's action for a member who is locked out; it asks for a reason and the admin's password. */
export function MemberCareForm({ person: { handle, username }, erasure, returnedMail }: MemberCareFormProps) {
  const execute = useGraphql()
  const client = useQueryClient()
  const { store } = useRouterContext()
  const [values, setValues] = useState({ action: 'email' as MemberCareAction, email: '', reason: '' })
  const [isMissing, setMissing] = useState(false)
  const [asking, setAsking] = useState(false)
  const { action, email, reason } = values
  const refresh = () => client.invalidateQueries({ queryKey: adminQueryKey })
  const drop = useMutation({
    mutationFn: () => dropErasure(execute, { handle }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setMissing(reason.trim() === '')
    setAsking(reason.trim() !== '')
  }
  const work: Readonly<Record<MemberCareAction, (given: Given) => Promise<string>>> = {
    email: async (given) => {
      await correctEmail(execute, { handle, email, reason, ...given })
      return '이메일 주소를 변경했어요.'
    },
    sessions: async (given) => {
      const { count } = await endMemberSessions(execute, { handle, reason, ...given })
      return `${count}개 기기에서 로그아웃했어요.`
    },
    export: async (given) => {
      const { url } = await exportMember(execute, { handle, reason, ...given })
      saveFile(await downloadFile(store, url), EXPORT_FILE_NAME)
      return '데이터를 다운로드했어요.'
    },
    erase: async (given) => {
      const { erased } = await eraseMember(execute, { handle, reason, ...given })
      return erased ? '계정을 삭제했어요.' : '요청했어요. 다른 관리자가 확인하면 삭제돼요.'
    },
  }
  const send = async (given: Given) => {
    const told = await work[action](given)
    setAsking(false)
    setValues({ ...values, email: '', reason: '' })
    toast(told)
    void refresh()
  }
  return (
    <section className="admin-care">
      <h3>대신 처리하기</h3>
      {returnedMail && (
        <p className="admin-why">
          {returnedMailTexts[returnedMail.kind]} ({formatDateTime(returnedMail.at)})
        </p>
      )}
      {erasure && (
        <div className="admin-why">
          <p>
            {erasure.by}님이 {formatDateTime(erasure.since)}에 계정 삭제를 요청했어요.
            {!erasure.own && ' 확인했다면 아래에서 계정 삭제를 골라 주세요.'}
          </p>
          <q>{erasure.reason}</q>
          <button
            type="button"
            className="btn btn-outline btn-small"
            aria-disabled={drop.isPending || undefined}
            onClick={() => drop.isPending || drop.mutate()}
          >
            요청 취소
          </button>
        </div>
      )}
      <form className="admin-search" noValidate onSubmit={ask}>
        <SelectField
          label="처리할 작업"
          hint={actionHints[action]}
          value={action}
          onChange={(event) => setValues({ ...values, action: event.currentTarget.value as MemberCareAction })}
        >
          {Object.entries(memberCareActions).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        {action === 'email' && (
          <TextField
            label="새 이메일"
            inputMode="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
          />
        )}
        <TextArea
          label="요청과 확인한 내용"
          hint="기록에 남아요. 주민등록번호 같은 개인정보는 적지 마세요."
          rows={2}
          value={reason}
          count={{ used: countCharacters(reason), limit: moderationLimits.reason }}
          error={isMissing ? memberCareMessages.reason : undefined}
          onChange={(event) => setValues({ ...values, reason: event.currentTarget.value })}
        />
        <button type="submit" className={action === 'erase' ? 'btn btn-danger' : 'btn btn-outline'}>
          {memberCareActions[action]}
        </button>
      </form>
      <ConfirmIdentityDialog
        open={asking}
        onClose={() => setAsking(false)}
        icon={ShieldCheck}
        title={memberCareActions[action]}
        description={`‘${username}’ · ${actionHints[action]}`}
        labels={{ confirm: memberCareActions[action], busy: '처리하는 중…' }}
        isDangerous={action === 'erase'}
        hasPasskey={hasUsedPasskey()}
        onConfirm={send}
      />
    </section>
  )
}
