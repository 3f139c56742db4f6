import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Viewer } from '#contract/reader-state.ts'
import { accountMessages, changePasswordSchema, newPasswordSchema } from '#rules/account.ts'
import { failures } from '#rules/errors.ts'
import { paths, safeReturnPath } from '#rules/paths.ts'
import { type Checked, validateInput } from '#rules/validate.ts'
import { changePw } from '../../accounts/account.ts'
import { confirmationFault, NewPasswordField, PasswordField } from '../../accounts/account-fields.tsx'
import { useSignInAgain } from '../../accounts/expired-session.ts'
import { lazyIfPasskeys } from '../../accounts/passkeys/passkey-use.tsx'
import { repeatPress } from '../../accounts/repeat-press.ts'
import { parseNextParam, requireViewer } from '../../accounts/route-guards.ts'
import { ApiError, useGraphql } from '../../graphql.ts'
import { Form, SubmitButton, useFormFailure } from '../../kit/form.tsx'
import { onDemand } from '../../kit/on-demand.tsx'
import { showServerError, useCheckedForm } from '../../kit/use-checked-form.ts'
import { privateHead } from '../../page-info.ts'
import { useRouterContext } from '../../router-context.ts'
import { setViewer } from '../../store/change-viewer.ts'
import { useViewer } from '../../store/use-store.ts'

export const Route = createFileRoute('/account/change_password')({
  validateSearch: parseNextParam,
  beforeLoad: requireViewer,
  head: ({ match }) => privateHead(match, '비밀번호 변경'),
  component: ChangePasswordScreen,
})

const DoneDialog = onDemand(async () => (await import('../../kit/dialog.tsx')).DoneDialog)

const PasskeyProof = lazyIfPasskeys(
  async () => (await import('../../accounts/passkeys/passkey-proof.tsx')).PasskeyProof,
)

type Values = { password?: string; newPassword: string; confirmation: string }

/** Checks the form; `password`, the current one, is undefined if the form does not ask for it. */
function checkValues(values: Values): Checked<{ password?: string; newPassword: string }> {
  const checked = validateInput(values.password === undefined ? newPasswordSchema : changePasswordSchema, values)
  const message = confirmationFault(values.newPassword, values.confirmation)
  if (message === null) return checked
  return { ok: false, fields: [...(checked.ok ? [] : checked.fields), { field: 'confirmation', message }] }
}

function ChangePasswordScreen() {
  const { next } = Route.useSearch()
  const viewer = useViewer()
  return (
    <div className="wrap account-narrow">
      <div className="account-head">
        <h1>비밀번호 변경</h1>
        <p>
          {viewer?.restricted && '새로 쓸 비밀번호만 정하면 돼요. '}
          바꾸고 나면 다른 기기에서는 모두 로그아웃돼요.
        </p>
      </div>
      <RestrictedStatus isRestricted={viewer?.restricted === true} />
      {viewer && <ChangePasswordForm viewer={viewer} next={next} />}
    </div>
  )
}

/** Tells screen readers that the session is restricted. The text is set after the first render, as only a change is announced. */
function RestrictedStatus({ isRestricted }: { isRestricted: boolean }) {
  const [text, setText] = useState('')
  useEffect(() => setText(isRestricted ? failures.restrictedSession : ''), [isRestricted])
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}

function ChangePasswordForm({ viewer, next }: { viewer: Viewer; next: string | undefined }) {
  const graphql = useGraphql()
  const context = useRouterContext()
  const navigate = useNavigate()
  const { latestLocation } = useRouter()
  const signInAgain = useSignInAgain()
  const failure = useFormFailure()
  const [done, setDone] = useState(false)
  // Right after a login with a temporary password the server does not ask for the current password.
  const [asksForCurrent, setAsksForCurrent] = useState(!viewer.restricted)
  const [proof, setProof] = useState<string | null>(null)
  const form = useCheckedForm(checkValues)
  const { errors, isSubmitting } = form.formState
  const newPassword = useWatch({ control: form.control, name: 'newPassword' }) ?? ''

  const submit = form.handleSubmit(async (values) => {
    failure.clear()
    try {
      await changePw(graphql, { ...values, ...(proof !== null && { proof }), jwt: viewer.jwt })
    } catch (error) {
      if (signInAgain(error)) return
      if (isAboutCurrent(error)) setAsksForCurrent(true)
      // A proof works only once, also if the request failed for another reason.
      setProof(null)
      failure.show(showServerError(form, error))
      return
    }
    setViewer(context, { ...viewer, restricted: false })
    await repeatPress(context, latestLocation.state.pendingPress, next)
    form.reset()
    setDone(true)
  })
  const { register } = form
  return (
    <Form onSubmit={submit}>
      {failure.alert}
      <input type="email" name="username" autoComplete="username" value={viewer.email} readOnly hidden />
      {asksForCurrent && proof === null && (
        <PasswordField
          label="현재 비밀번호"
          autoComplete="current-password"
          hint={viewer.restricted && '이메일로 받은 임시 비밀번호를 입력해 주세요.'}
          error={errors.password?.message}
          {...register('password')}
        />
      )}
      {proof === null && !viewer.restricted && (
        <PasskeyProof
          onProof={(given) => {
            form.unregister('password')
            setProof(given)
          }}
        />
      )}
      {proof !== null && (
        <p className="hint" role="status">
          패스키로 확인했어요. 새 비밀번호만 정하면 돼요.
        </p>
      )}
      <NewPasswordField
        label="새 비밀번호"
        typed={newPassword}
        known={[viewer.username, viewer.email.split('@')[0] ?? '']}
        error={errors.newPassword?.message}
        {...register('newPassword', { deps: ['confirmation'] })}
      />
      <PasswordField
        label="새 비밀번호 확인"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <SubmitButton busy={isSubmitting} busyLabel="변경하는 중…">
        비밀번호 변경
      </SubmitButton>
      {failure.dialog}
      <DoneDialog
        open={done}
        leadsOn
        onClose={() => void navigate({ href: next === undefined ? paths.profile : safeReturnPath(next) })}
        message={accountMessages.passwordChanged}
        button={next === undefined ? '프로필로' : '이어서 하기'}
      />
    </Form>
  )
}

function isAboutCurrent(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ field }) => field === 'password')
}
