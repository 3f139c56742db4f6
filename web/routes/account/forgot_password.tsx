import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { accountMessages, recoveryLimits, recoverySchema } from '#rules/account.ts'
import { emailFragment, paths } from '#rules/paths.ts'
import { validateInput } from '#rules/validate.ts'
import { forgotPw, sendRecoveryMail } from '../../accounts/account.ts'
import { AnswerField, EmailField, QuestionField, usePrefilledEmail } from '../../accounts/account-fields.tsx'
import { useDraft } from '../../accounts/draft.tsx'
import { type NextParam, parseNextParam } from '../../accounts/route-guards.ts'
import { sentenceOf } from '../../failures.ts'
import { ApiError, useGraphql } from '../../graphql.ts'
import { Form, SubmitButton, useFormFailure } from '../../kit/form.tsx'
import { useHistoryEntryKey } from '../../kit/history-entry.ts'
import { Mail } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { showServerError, useCheckedForm } from '../../kit/use-checked-form.ts'
import { privateHead, usePageInfo } from '../../page-info.ts'
import { forgetRecoveryStep, getRecoveryEmail, storeRecoveryStep } from '../../storage/drafts.ts'
import { AuthPage, loginLinkState, loginPicture, useNextParam } from './-auth/auth-page.tsx'

export const Route = createFileRoute('/account/forgot_password')({
  validateSearch: parseNextParam,
  head: ({ match }) => privateHead(match, '비밀번호 찾기'),
  component: ForgotPasswordScreen,
})

function ForgotPasswordScreen() {
  const { next } = Route.useSearch()
  const title = useRef<HTMLHeadingElement>(null)
  const entry = useHistoryEntryKey()
  const [found, setFound] = useState<Found | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page appears
  useEffect(() => {
    const email = getRecoveryEmail(entry)
    if (email !== null) setFound({ masked: null, email })
  }, [])
  useEffect(() => {
    if (found !== null) title.current?.focus()
  }, [found])
  const words = wordsOf(found)
  const site = usePageInfo().site.name
  useEffect(() => {
    document.title = `${words.title} | ${site}`
  }, [words.title, site])
  const onFound = (made: Found) => {
    storeRecoveryStep(entry, made.email)
    setFound(made)
  }
  const restart = () => {
    forgetRecoveryStep()
    setFound(null)
  }
  return (
    <AuthPage {...words} titleRef={title} picture={loginPicture} short>
      {found === null ? (
        <QuestionStep next={next} onFound={onFound} />
      ) : (
        <TemporaryPassword {...found} next={next} onRestart={restart} />
      )}
    </AuthPage>
  )
}

/** The masked temporary password, null after a reload, and the typed address. */
type Found = { masked: string | null; email: string }

/** Title and lead of the current step. */
function wordsOf(found: Found | null) {
  if (found === null)
    return { title: '비밀번호 찾기', lead: '가입할 때 고른 질문에 답하면 임시 비밀번호를 만들어 드려요.' }
  const hidden = found.masked === null ? '임시 비밀번호를 만들었어요.' : '뒤 네 자리는 가렸어요.'
  return { title: '임시 비밀번호', lead: `${hidden} 전체 비밀번호는 가입한 이메일로만 보내 드려요.` }
}

type Values = { email: string; questionIndex: string; questionAnswer: string }

const checkValues = (values: Values) =>
  validateInput(recoverySchema, { ...values, questionIndex: Number(values.questionIndex) })

function QuestionStep({ next, onFound }: NextParam & { onFound: (found: Found) => void }) {
  const graphql = useGraphql()
  const linkSearch = useNextParam(next)
  const failure = useFormFailure()
  const form = useCheckedForm(checkValues)
  // The draft is not removed after the step, because the person may have to start again.
  useDraft('forgot_password', form, ['email', 'questionIndex'])
  const fragment = usePrefilledEmail(form)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    failure.clear()
    try {
      onFound({ masked: (await forgotPw(graphql, values)).password, email: values.email })
    } catch (error) {
      failure.show(showServerError(form, error))
    }
  })
  return (
    <>
      <Form onSubmit={submit}>
        {failure.alert}
        <EmailField placeholder="name@naver.com" error={errors.email?.message} {...form.register('email')} />
        <QuestionField {...form.register('questionIndex')} />
        <AnswerField error={errors.questionAnswer?.message} {...form.register('questionAnswer')} />
        <SubmitButton busy={isSubmitting} busyLabel="확인하는 중…">
          다음
        </SubmitButton>
      </Form>
      <p className="auth-swap">
        비밀번호가 생각나셨나요?{' '}
        <Link to={paths.login} search={linkSearch} state={loginLinkState} hash={fragment} className="link">
          로그인
        </Link>
      </p>
      {failure.dialog}
    </>
  )
}

const DoneDialog = onDemand(async () => (await import('../../kit/dialog.tsx')).DoneDialog)

type TemporaryPasswordProps = NextParam & {
  /** Null after a reload, because the server returns it only once. */
  masked: string | null
  email: string
  onRestart: () => void
}

/** Shows the temporary password without its last four characters, and a button to mail the whole password. */
function TemporaryPassword({ masked, email, next, onRestart }: TemporaryPasswordProps) {
  const graphql = useGraphql()
  const navigate = useNavigate()
  const failure = useFormFailure()
  const [state, setState] = useState<'ready' | 'busy' | 'sent' | 'expired'>('ready')

  const send = async () => {
    if (state !== 'ready') return
    setState('busy')
    failure.clear()
    try {
      await sendRecoveryMail(graphql, {})
      setState('sent')
    } catch (error) {
      failure.show(sentenceOf(error))
      setState(error instanceof ApiError && error.code === 'EXPIRED' ? 'expired' : 'ready')
    }
  }
  return (
    <>
      <div className="form">
        {failure.alert}
        {masked !== null && (
          <p className="temporary">
            <span className="sr-only">뒤 네 자리를 가린 임시 비밀번호: </span>
            <code>{masked}</code>
          </p>
        )}
        <p className="hint">
          {recoveryLimits.minutes}분 안에 로그인해서 새 비밀번호로 바꿔 주세요. 메일을 읽은 휴대폰에서 로그인해도 돼요.
          그때까지는 지금 비밀번호도 그대로 쓸 수 있어요.
        </p>
        {state === 'expired' ? (
          <button type="button" className="btn btn-primary btn-wide btn-submit" onClick={onRestart}>
            처음부터 다시 하기
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary btn-wide btn-submit"
            aria-disabled={state === 'busy' || undefined}
            onClick={send}
          >
            <Mail className="icon" />
            {state === 'busy' ? '보내는 중…' : '이메일로 받기'}
          </button>
        )}
      </div>
      {masked === null && state !== 'expired' && (
        <p className="auth-swap">
          다른 계정을 찾으시나요?{' '}
          <button type="button" className="link" onClick={onRestart}>
            처음부터 다시 하기
          </button>
        </p>
      )}
      {failure.dialog}
      <DoneDialog
        open={state === 'sent'}
        leadsOn
        onClose={() =>
          void navigate({
            to: paths.login,
            search: next ? { next } : {},
            state: loginLinkState,
            hash: emailFragment(email),
          })
        }
        message={accountMessages.mailSent}
        button="로그인하러 가기"
      />
    </>
  )
}
