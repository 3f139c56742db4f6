import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import * as v from 'valibot'
import { loginSchema } from '#rules/account.ts'
import { type LoginCausePath, loginCausePath, paths } from '#rules/paths.ts'
import { validateInput } from '#rules/validate.ts'
import { login } from '../../accounts/account.ts'
import { EmailField, PasswordField, usePrefilledEmail } from '../../accounts/account-fields.tsx'
import { enterSession } from '../../accounts/enter-session.ts'
import { lazyIfPasskeys } from '../../accounts/passkeys/passkey-use.tsx'
import { lazyIfProviders } from '../../accounts/providers/lazy-if-providers.tsx'
import { linkWaitingLogin } from '../../accounts/providers/link-waiting-login.ts'
import { repeatPress } from '../../accounts/repeat-press.ts'
import { parseNextParam, requireSignedOut } from '../../accounts/route-guards.ts'
import { needsTwoStepCode, TwoStepCodeStep } from '../../accounts/two-step/code-step.tsx'
import { VerifyByLink } from '../../accounts/verify-by-link.tsx'
import { useGraphql } from '../../graphql.ts'
import { Form, SubmitButton, useFormFailure } from '../../kit/form.tsx'
import { Info } from '../../kit/icons.gen.ts'
import { showServerError, useCheckedForm } from '../../kit/use-checked-form.ts'
import { privateHead, usePageInfo } from '../../page-info.ts'
import { useRouterContext } from '../../router-context.ts'
import { storeAutoLogin, useAutoLogin, wantsAutoLogin } from '../../storage/browser-storage.ts'
import type { Person } from '../../store/viewer.ts'
import {
  AccountBenefits,
  AuthPage,
  AuthTabs,
  loginLinkState,
  loginPicture,
  useNextParam,
  useReturnAfterLogin,
} from './-auth/auth-page.tsx'

export const Route = createFileRoute('/account/login')({
  validateSearch: parseNextParam,
  beforeLoad: requireSignedOut,
  head: ({ match }) => privateHead(match, '로그인'),
  component: LoginScreen,
})

const PasskeyLogin = lazyIfPasskeys(
  async () => (await import('../../accounts/passkeys/passkey-login.tsx')).PasskeyLogin,
)

const ProviderLogin = lazyIfProviders(
  async () => (await import('../../accounts/providers/provider-login.tsx')).ProviderLogin,
)

const formSchema = v.object({ ...loginSchema.entries, autoLogin: v.boolean() })

type Values = { email: string; password: string; autoLogin: boolean }

function LoginScreen() {
  const { next } = Route.useSearch()
  const graphql = useGraphql()
  const { site } = usePageInfo()
  const context = useRouterContext()
  const router = useRouter()
  const goBack = useReturnAfterLogin(next)
  const goOn = async () => {
    await repeatPress(context, router.latestLocation.state.pendingPress, next)
    await goBack()
  }
  const cause = loginCausePath(next)
  const linkSearch = useNextParam(next)
  const failure = useFormFailure()
  const form = useCheckedForm((values: Values) => validateInput(formSchema, values))
  const fragment = usePrefilledEmail(form)
  const { errors, isSubmitting } = form.formState
  const [offersPasskeys, setOffersPasskeys] = useState(false)
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [proven, setProven] = useState('비밀번호를')

  useEffect(() => {
    if (wantsAutoLogin()) form.setValue('autoLogin', true)
  }, [form.setValue])

  const enter = async (person: Person) => {
    const viewer = await enterSession(context, person)
    storeAutoLogin(form.getValues('autoLogin'))
    await linkWaitingLogin(graphql, site)
    if (!viewer.restricted) return goOn()
    await router.navigate({
      to: paths.changePassword,
      search: next ? { next } : {},
      state: loginLinkState,
      replace: true,
    })
    await router.invalidate()
  }
  const submit = form.handleSubmit(async (values) => {
    failure.clear()
    try {
      await enter(await login(graphql, values))
    } catch (error) {
      if (needsTwoStepCode(error)) setStep('code')
      else failure.show(showServerError(form, error))
    }
  })
  if (step === 'code') {
    return (
      <AuthPage
        title="코드 입력"
        lead={`${proven} 확인했어요. 이제 코드를 입력해 주세요.`}
        picture={loginPicture}
        short
      >
        <TwoStepCodeStep
          onLogin={enter}
          onBack={(reason) => {
            setStep('password')
            setProven('비밀번호를')
            if (reason) failure.show(reason)
          }}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage title="로그인" lead={<Greeting />} picture={loginPicture} short>
      <AuthTabs next={next} />
      {cause === '/me' && <AccountBenefits />}
      <Form onSubmit={submit}>
        <VerifyByLink asks />
        {cause && <LoginReason>{reasons[cause]}</LoginReason>}
        {failure.alert}
        <EmailField
          placeholder="name@naver.com"
          autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="비밀번호"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <div className="auth-between">
          <label className="check">
            <input type="checkbox" {...form.register('autoLogin')} />
            자동 로그인
          </label>
          <Link
            to={paths.forgotPassword}
            search={linkSearch}
            state={loginLinkState}
            hash={fragment}
            className="link link-quiet"
          >
            비밀번호 찾기
          </Link>
        </div>
        <SubmitButton busy={isSubmitting} busyLabel="로그인하는 중…">
          로그인
        </SubmitButton>
        <PasskeyLogin
          autoLogin={() => form.getValues('autoLogin')}
          onLogin={enter}
          onOffer={() => setOffersPasskeys(true)}
        />
        <ProviderLogin
          next={next}
          autoLogin={() => form.getValues('autoLogin')}
          onCode={(by) => {
            setProven(by)
            setStep('code')
          }}
        />
      </Form>
      {cause !== '/me' && <AccountBenefits />}
      {failure.dialog}
    </AuthPage>
  )
}

/** Greets as a returning member only if this browser uses automatic login, as nothing else shows an earlier visit. */
function Greeting() {
  return useAutoLogin() ? '다시 만나서 반가워요.' : '이웃의 맛집을 담고, 내 맛집도 나눠 보세요.'
}

const reasons: Record<LoginCausePath, string> = {
  '/account/my_list': '내가 쓴 글을 보려면 로그인해 주세요.',
  '/account': '내 정보를 보려면 로그인해 주세요.',
  '/add_post': '글을 쓰려면 로그인해 주세요.',
  '/edit': '글을 수정하려면 로그인해 주세요.',
  '/following': '팔로우한 이웃의 글을 보려면 로그인해 주세요.',
  '/notifications': '알림을 보려면 로그인해 주세요.',
  '/me': '내 맛집을 보려면 로그인해 주세요.',
  '/': '로그인하면 보던 화면으로 돌아가요.',
}

function LoginReason({ children }: { children: ReactNode }) {
  return (
    <p className="notice">
      <Info className="icon" />
      <span>{children}</span>
    </p>
  )
}
