import { createFileRoute, useHydrated, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { emailDomains } from '#rules/account.ts'
import { invitationOfFragment } from '#rules/invitation-link.ts'
import { paths, safeReturnPath } from '#rules/paths.ts'
import { legalVersionsQuery, signup } from '../../accounts/account.ts'
import {
  AnswerField,
  NewPasswordField,
  NicknameField,
  PasswordField,
  QuestionField,
} from '../../accounts/account-fields.tsx'
import { pictureRules, useDraft } from '../../accounts/draft.tsx'
import { enterSession } from '../../accounts/enter-session.ts'
import { withoutPressMark } from '../../accounts/kept-press.ts'
import { lazyIfProviders } from '../../accounts/providers/lazy-if-providers.tsx'
import { findWaitingProvider, pendingLoginQuery } from '../../accounts/providers/provider-return.ts'
import { repeatPress } from '../../accounts/repeat-press.ts'
import { parseNextParam, requireSignedOut } from '../../accounts/route-guards.ts'
import { useGraphql } from '../../graphql.ts'
import { PortraitUpload } from '../../images/portrait-upload.tsx'
import { Form, SubmitButton, useFormFailure } from '../../kit/form.tsx'
import { PartyPopper } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { type CheckedForm, showServerError, useCheckedForm } from '../../kit/use-checked-form.ts'
import { privateHead, usePageInfo } from '../../page-info.ts'
import pasta from '../../pictures/pasta.webp'
import { useRouterContext } from '../../router-context.ts'
import { AuthPage, AuthTabs, useReturnAfterLogin } from './-auth/auth-page.tsx'
import {
  ConsentFields,
  checkSignUp,
  EmailFields,
  fillEmailParts,
  joinEmail,
  type SignUpInput,
  type SignUpValues,
} from './-auth/sign-up-fields.tsx'

export const Route = createFileRoute('/account/sign_up')({
  validateSearch: parseNextParam,
  beforeLoad: requireSignedOut,
  loader: ({ context }) => context.queryClient.ensureQueryData(legalVersionsQuery(context.graphql)),
  head: ({ match }) => privateHead(match, '회원가입'),
  component: SignUpScreen,
})

const DoneDialog = onDemand(async () => (await import('../../kit/dialog.tsx')).DoneDialog)

const ProviderSignUp = lazyIfProviders(
  async () => (await import('../../accounts/providers/provider-sign-up.tsx')).ProviderSignUp,
)

const draftFields = ['image', 'username', 'email', 'domain', 'ownDomain', 'questionIndex'] as const

function SignUpScreen() {
  const { next } = Route.useSearch()
  const graphql = useGraphql()
  const { site } = usePageInfo()
  const context = useRouterContext()
  const router = useRouter()
  const goBack = useReturnAfterLogin(next)
  /** Whether there is a page to return to. Without one, the welcome page asks for the town first. */
  const hasReturnPage = safeReturnPath(withoutPressMark(next)) !== paths.home
  const goOn = async () => {
    if (hasReturnPage) return goBack()
    await router.navigate({ to: paths.welcome, replace: true })
    await router.invalidate()
  }
  const failure = useFormFailure()
  const invite = useHydrated() ? invitationOfFragment(location.hash) : null
  const [welcomed, setWelcomed] = useState<string | null>(null)
  const versions = Route.useLoaderData()
  const form = useCheckedForm((values: SignUpValues) => checkSignUp(values, versions), {
    image: null,
    domain: emailDomains[0],
    ownDomain: '',
    questionIndex: '0',
  })
  const { forget: forgetDraft } = useDraft('sign_up', form, draftFields, pictureRules)

  const [isProviderLeftOut, setProviderLeftOut] = useState(false)
  const submit = form.handleSubmit(async (values) => {
    failure.clear()
    try {
      const provider = isProviderLeftOut ? null : findWaitingProvider('new', site)
      await enterSession(context, await signup(graphql, { ...values, invite, provider }))
    } catch (error) {
      // The provider's login may be too old, which `ProviderSignUp` then says.
      void context.queryClient.invalidateQueries(pendingLoginQuery(graphql))
      failure.show(showServerError(form, error))
      return
    }
    forgetDraft()
    await repeatPress(context, router.latestLocation.state.pendingPress, next)
    setWelcomed(values.username)
  })
  return (
    <AuthPage title="회원가입" lead="1분이면 충분해요." picture={picture}>
      <AuthTabs next={next} />
      {invite !== null && (
        <p className="notice" role="status">
          초대 링크로 들어왔어요. 이 링크로 가입할 수 있어요.
        </p>
      )}
      <ProviderSignUp
        next={next}
        invite={invite}
        onEmail={(email) => {
          if (!form.getValues('email')) fillEmailParts(form, email)
        }}
        isLeftOut={isProviderLeftOut}
        onLeaveOut={() => setProviderLeftOut(true)}
      />
      <Form onSubmit={submit}>
        {failure.alert}
        <SignUpFields form={form} />
        <SubmitButton busy={form.formState.isSubmitting} busyLabel="가입하는 중…">
          가입하기
        </SubmitButton>
      </Form>
      {failure.dialog}
      {/* However the dialog is closed, the next page follows. */}
      <DoneDialog
        open={welcomed !== null}
        onClose={() => void goOn()}
        leadsOn
        icon={PartyPopper}
        message={`${welcomed}님, 환영해요!`}
        description="회원가입이 완료되었어요."
        button={hasReturnPage ? '이어서 하기' : '시작하기'}
      />
    </AuthPage>
  )
}

function SignUpFields({ form }: { form: CheckedForm<SignUpValues, SignUpInput> }) {
  const { errors } = form.formState
  const image = useController({ control: form.control, name: 'image' }).field
  const typed = useWatch({ control: form.control })
  // In the order of the form: the first registered field with an error gets the focus, and `EmailFields` registers late.
  for (const name of ['username', 'email'] as const) form.register(name)
  return (
    <>
      <PortraitUpload label="프로필 사진" field={image} error={errors.image?.message} />
      <NicknameField error={errors.username?.message} {...form.register('username')} />
      <EmailFields form={form} />
      {/* The whole address, under which password managers store the account. */}
      <input type="email" autoComplete="username" value={joinEmail(emailParts(typed))} readOnly hidden />
      <NewPasswordField
        label="비밀번호"
        typed={typed.password ?? ''}
        known={[typed.username ?? '', typed.email ?? '']}
        error={errors.password?.message}
        {...form.register('password', { deps: ['confirmation'] })}
      />
      <PasswordField
        label="비밀번호 확인"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...form.register('confirmation')}
      />
      <QuestionField {...form.register('questionIndex')} />
      <AnswerField
        placeholder="비밀번호를 찾을 때 사용해요"
        error={errors.questionAnswer?.message}
        {...form.register('questionAnswer')}
      />
      <ConsentFields form={form} />
    </>
  )
}

function emailParts({ email = '', domain = '', ownDomain = '' }: Partial<SignUpValues>) {
  return { email, domain, ownDomain }
}

const picture = {
  src: pasta,
  slogan: (
    <>
      맛있는 동네를
      <br />
      함께 만들어요
    </>
  ),
  text: '가입하면 글을 쓰고 좋아요를 남길 수 있어요.',
}
