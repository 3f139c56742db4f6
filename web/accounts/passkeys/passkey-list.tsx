import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { passkeyLimits, passkeyMessages } from '#rules/passkeys.ts'
import { isConnectionFailure, sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Ago } from '../../kit/ago.tsx'
import { FormDialog } from '../../kit/confirm-dialog.tsx'
import { FieldError, TextField } from '../../kit/field.tsx'
import { SquarePen, Trash2 } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { useSignInAgain } from '../expired-session.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'
import { setHasUsedPasskey } from './passkey-use.tsx'
import { type Passkey, passkeysQuery, removePasskey, renamePasskey } from './passkeys-query.ts'

/** Section of the profile: the member's passkeys. */
export function PasskeyList() {
  const graphql = useGraphql()
  const title = useRef<HTMLHeadingElement>(null)
  const passkeys = useQuery({ ...passkeysQuery(graphql), throwOnError: false })
  const [isAdding, setAdding] = useState(false)
  const list = passkeys.data ?? []
  const isFull = list.length >= passkeyLimits.most
  return (
    <section className="account-section">
      <h2 ref={title} tabIndex={-1}>
        패스키
      </h2>
      <p>지문이나 얼굴, 화면 잠금으로 로그인해요. 비밀번호도 그대로 쓸 수 있어요.</p>
      {isConnectionFailure(passkeys.error) && <FieldError>{failures.offline}</FieldError>}
      {passkeys.isError && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => void passkeys.refetch()}>
          <PageIcon name="rotate-cw" />
          패스키 목록 다시 불러오기
        </button>
      )}
      {list.length > 0 && (
        <ul className="sessions" aria-label="패스키">
          {list.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={() => title.current?.focus()} />
          ))}
        </ul>
      )}
      {passkeys.isSuccess && (isFull ? <p className="hint">{passkeyMessages.tooMany}</p> : null)}
      {passkeys.isSuccess && !isFull && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => setAdding(true)}>
          <PageIcon name="key-round" />
          패스키 추가
        </button>
      )}
      <AddPasskeyDialog open={isAdding} onClose={() => setAdding(false)} hasPasskey={list.length > 0} />
    </section>
  )
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const { name, createdAt, lastUsedAt, backedUp } = passkey
  const [opened, setOpened] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpened(null)
  return (
    <li>
      <PageIcon name="key-round" />
      <div>
        <b>{name}</b>
        <span className="session-facts num">
          {lastUsedAt ? (
            <span>
              <Ago at={lastUsedAt} /> 사용
            </span>
          ) : (
            <span>
              <Ago at={createdAt} /> 추가
            </span>
          )}
          {backedUp && <span>다른 기기에서도 사용</span>}
        </span>
      </div>
      <span className="passkey-tools">
        <button
          type="button"
          className="icon-btn icon-btn-quiet"
          aria-label={`${name} 이름 변경`}
          onClick={() => setOpened('rename')}
        >
          <SquarePen className="icon" />
        </button>
        <button
          type="button"
          className="icon-btn icon-btn-quiet"
          aria-label={`${name} 패스키 삭제`}
          onClick={() => setOpened('remove')}
        >
          <Trash2 className="icon" />
        </button>
      </span>
      <RenameDialog passkey={passkey} open={opened === 'rename'} onClose={close} />
      <RemoveDialog passkey={passkey} open={opened === 'remove'} onClose={close} onRemoved={onRemoved} />
    </li>
  )
}

type RowDialogProps = { passkey: Passkey; open: boolean; onClose: () => void }

function RenameDialog({ passkey: { id, name }, open, onClose }: RowDialogProps) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const signInAgain = useSignInAgain()
  const [typed, setTyped] = useState(name)
  const { isPending, error, mutate, reset } = useMutation({
    mutationFn: () => renamePasskey(graphql, { id, name: typed }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(passkeysQuery(graphql))
      onClose()
    },
    onError: (failure) => void signInAgain(failure),
  })
  const close = () => {
    setTyped(name)
    reset()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      icon={SquarePen}
      title="패스키 이름 변경"
      labels={{ confirm: '저장하기', busy: '저장하는 중…' }}
      busy={isPending}
      failure=""
      onSend={() => mutate()}
    >
      <TextField
        label="이름"
        autoComplete="off"
        value={typed}
        error={sentenceOf(error) || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function RemoveDialog({ passkey: { id, name }, open, onClose, onRemoved }: RowDialogProps & { onRemoved: () => void }) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  return (
    <ConfirmIdentityDialog
      open={open}
      onClose={onClose}
      icon={Trash2}
      tone="bad"
      title={`${name} 패스키를 삭제할까요?`}
      description="이 패스키로는 더 이상 로그인할 수 없어요. 기기에 남은 패스키는 기기의 비밀번호 설정에서 삭제할 수 있어요."
      labels={{ confirm: '삭제하기', busy: '삭제하는 중…' }}
      isDangerous
      hasPasskey
      onConfirm={async (given) => {
        await removePasskey(graphql, { id, ...given })
        onClose()
        const { queryKey } = passkeysQuery(graphql)
        queryClient.setQueryData(queryKey, (list) => list?.filter((one) => one.id !== id))
        if (queryClient.getQueryData(queryKey)?.length === 0) setHasUsedPasskey(false)
        onRemoved()
        toast(`${name} 패스키를 삭제했어요.`)
      }}
    />
  )
}
