import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { isConnectionFailure } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { Ago } from '../../kit/ago.tsx'
import { FieldError } from '../../kit/field.tsx'
import { ShieldCheck } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { toast } from '../../kit/toast.tsx'
import { adminNeedsSecondStepSentence, twoStepQuery } from '../account.ts'
import { ConfirmIdentityDialog } from '../passkeys/confirm-identity-dialog.tsx'
import { passkeysQuery } from '../passkeys/passkeys-query.ts'
import { beginTwoStep, endTwoStep, renewRecoveryCodes, type TwoStepSetup } from './change-two-step.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TwoStepSetUp } from './set-up.tsx'

/** Section of the profile: the member's two-step sign-in. */
export function TwoStepSection() {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  // The page's loader has loaded the state of two-step sign-in.
  const query = useQuery({ ...twoStepQuery(graphql), throwOnError: false, refetchOnMount: false })
  const [setup, setSetup] = useState<TwoStepSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [asked, setAsked] = useState<Question | null>(null)
  const reload = () => queryClient.invalidateQueries(twoStepQuery(graphql))
  const state = query.data
  const isBusy = setup !== null || codes !== null
  return (
    <section className="account-section">
      <h2 ref={title} tabIndex={-1}>
        2단계 인증
      </h2>
      <p>비밀번호로 로그인할 때 휴대폰 인증 앱의 코드도 물어봐요.</p>
      {state?.neededFrom && <p className="hint">{adminNeedsSecondStepSentence(state.neededFrom)}</p>}
      {isConnectionFailure(query.error) && <FieldError>{failures.offline}</FieldError>}
      {query.isError && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => void query.refetch()}>
          <PageIcon name="rotate-cw" />
          2단계 인증 다시 불러오기
        </button>
      )}
      {setup && (
        <TwoStepSetUp
          setup={setup}
          onDone={(made) => {
            setSetup(null)
            setCodes(made)
            void reload()
          }}
          onCancel={() => {
            setSetup(null)
            title.current?.focus()
          }}
        />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          onDone={() => {
            setCodes(null)
            title.current?.focus()
          }}
        />
      )}
      {state?.since === null && !isBusy && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => setAsked('begin')}>
          <PageIcon name="key-round" />
          2단계 인증 켜기
        </button>
      )}
      {state?.since && !isBusy && (
        <>
          <p>
            <Ago at={state.since} /> 켰어요. 복구 코드가 {state.codesLeft}개 남았어요.
          </p>
          <div className="two-step-tools">
            <button type="button" className="btn btn-outline btn-small" onClick={() => setAsked('renew')}>
              복구 코드 새로 만들기
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setAsked('end')}>
              2단계 인증 끄기
            </button>
          </div>
        </>
      )}
      <ConfirmDialogs
        asked={asked}
        onClose={() => setAsked(null)}
        onSetup={setSetup}
        onCodes={(made) => {
          setCodes(made)
          void reload()
        }}
        onEnded={() => {
          void reload()
          title.current?.focus()
          toast('2단계 인증이 꺼졌어요.')
        }}
      />
    </section>
  )
}

type Question = 'begin' | 'renew' | 'end'

type ConfirmDialogsProps = {
  asked: Question | null
  onClose: () => void
  onSetup: (setup: TwoStepSetup) => void
  onCodes: (codes: readonly string[]) => void
  onEnded: () => void
}

/** Dialogs that ask for the password or a passkey before two-step sign-in is changed. */
function ConfirmDialogs({ asked, onClose, onSetup, onCodes, onEnded }: ConfirmDialogsProps) {
  const graphql = useGraphql()
  // `PasskeyList` on the same page loads the passkeys, if the browser supports them.
  const hasPasskey = (useQuery({ ...passkeysQuery(graphql), enabled: false }).data ?? []).length > 0
  const dialog = (question: Question) => ({ open: asked === question, onClose, icon: ShieldCheck, hasPasskey })
  return (
    <>
      <ConfirmIdentityDialog
        {...dialog('begin')}
        title="2단계 인증 켜기"
        description="본인인지 한 번 확인하면, 인증 앱에 등록할 QR 코드를 보여 드려요."
        labels={{ confirm: '계속하기', busy: '확인하는 중…' }}
        onConfirm={async (given) => {
          const setup = await beginTwoStep(graphql, given)
          onClose()
          onSetup(setup)
        }}
      />
      <ConfirmIdentityDialog
        {...dialog('renew')}
        title="복구 코드를 새로 만들까요?"
        description="전에 받은 복구 코드는 더 이상 쓸 수 없어요."
        labels={{ confirm: '새로 만들기', busy: '만드는 중…' }}
        onConfirm={async (given) => {
          const codes = await renewRecoveryCodes(graphql, given)
          onClose()
          onCodes(codes)
        }}
      />
      <ConfirmIdentityDialog
        {...dialog('end')}
        tone="bad"
        title="2단계 인증을 끌까요?"
        description="비밀번호만 알면 로그인할 수 있게 돼요. 복구 코드도 사라져요."
        labels={{ confirm: '끄기', busy: '끄는 중…' }}
        isDangerous
        onConfirm={async (given) => {
          await endTwoStep(graphql, given)
          onClose()
          onEnded()
        }}
      />
    </>
  )
}
