import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { recoverySchema } from '#rules/account.ts'
import { paths } from '#rules/paths.ts'
import { check } from '#rules/validate.ts'
import { forgotPw } from '../../accounts/account.ts'
import { AnswerField, EmailField, QuestionField, usePrefilledEmail } from '../../accounts/account-fields.tsx'
import { useDraft } from '../../accounts/draft.tsx'
import { type NextSearch, nextSearch } from '../../accounts/route-guards.ts'
import { useGraphql } from '../../graphql.ts'
import { Form, SubmitButton, useFailure } from '../../kit/form.tsx'
import { showServerError, useCheckedForm } from '../../kit/use-checked-form.ts'
import { privateHead, usePageInfo } from '../../page-info.ts'
import { forgetStep, keepStep, keptStep } from '../../storage/drafts.ts'
import { AuthPage, loginPicture } from './-auth/auth-page.tsx'
import { useNextSearch } from './-auth/use-return-after-login.ts'
import { TemporaryPassword } from './-forgot-password/temporary-password.tsx'

export const Route = createFileRoute('/account/forgot_password')({
  validateSearch: nextSearch,
  head: ({ matches }) => privateHead(matches, '비밀번호 찾기'),
  component: ForgotPasswordScreen,
})

/** First the question and its answer, then the masked temporary password. A reload does not go back to the question. */
function ForgotPasswordScreen() {
  const { next } = Route.useSearch()
  const title = useRef<HTMLHeadingElement>(null)
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const [found, setFound] = useState<Found | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page appears
  useEffect(() => {
    const email = keptStep(entry)
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
    keepStep(entry, made.email)
    setFound(made)
  }
  const restart = () => {
    forgetStep()
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

/** Title and first sentence of the step. */
function wordsOf(found: Found | null) {
  if (found === null)
    return { title: '비밀번호 찾기', lead: '가입할 때 고른 질문에 답하면 임시 비밀번호를 만들어 드려요.' }
  const hidden = found.masked === null ? '임시 비밀번호를 만들었어요.' : '뒤 네 자리는 가렸어요.'
  return { title: '임시 비밀번호', lead: `${hidden} 전체 비밀번호는 가입한 이메일로만 보내 드려요.` }
}

type Values = { email: string; questionIndex: string; questionAnswer: string }

const checkValues = (values: Values) =>
  check(recoverySchema, { ...values, questionIndex: Number(values.questionIndex) })

function QuestionStep({ next, onFound }: NextSearch & { onFound: (found: Found) => void }) {
  const graphql = useGraphql()
  const linkSearch = useNextSearch(next)
  const failure = useFailure()
  const form = useCheckedForm(checkValues)
  // Never removed here: the recovery may have to begin again.
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
        <Link to={paths.login} search={linkSearch} hash={fragment} className="link">
          로그인
        </Link>
      </p>
      {failure.dialog}
    </>
  )
}
