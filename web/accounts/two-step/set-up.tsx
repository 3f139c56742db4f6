import { useMutation } from '@tanstack/react-query'
import { encodeQR } from 'qr'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { groupInFours } from '#rules/two-step.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { SubmitButton } from '../../kit/form.tsx'
import { useSignInAgain } from '../expired-session.ts'
import { confirmTwoStep, type TwoStepSetup } from './change-two-step.ts'
import { TwoStepCodeField } from './code-field.tsx'

type SetUpProps = { setup: TwoStepSetup; onDone: (codes: readonly string[]) => void; onCancel: () => void }

/** Shows the key for the authenticator app, as a QR code too, and asks for the app's first code. */
export function TwoStepSetUp({ setup: { key, uri, setup }, onDone, onCancel }: SetUpProps) {
  const graphql = useGraphql()
  const signInAgain = useSignInAgain()
  const title = useRef<HTMLHeadingElement>(null)
  const [code, setCode] = useState('')
  const { isPending, error, mutate } = useMutation({
    mutationFn: () => confirmTwoStep(graphql, { setup, code }),
    onSuccess: onDone,
    onError: (failure) => void signInAgain(failure),
  })
  useEffect(() => title.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className="two-step" noValidate onSubmit={submit}>
      <h3 ref={title} tabIndex={-1}>
        인증 앱에 등록하기
      </h3>
      <p>인증 앱에서 QR 코드를 찍거나, 아래 키를 입력해 주세요. 그다음 앱에 보이는 여섯 자리 숫자를 적어 주세요.</p>
      <QrCode text={uri} label="인증 앱에 등록하는 QR 코드" />
      <p>
        키{' '}
        <code className="two-step-key" translate="no">
          {groupInFours(key)}
        </code>
      </p>
      <a className="link" href={uri}>
        이 기기의 인증 앱에서 열기
      </a>
      <TwoStepCodeField
        label="인증 코드"
        value={code}
        error={sentenceOf(error) || undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className="two-step-tools">
        <button type="button" className="btn btn-quiet btn-small" onClick={onCancel}>
          취소
        </button>
        <SubmitButton busy={isPending} busyLabel="확인하는 중…">
          2단계 인증 켜기
        </SubmitButton>
      </div>
    </form>
  )
}

/** Width of the light border around the QR code, in modules (ISO/IEC 18004 asks for four). */
const BORDER = 4

/** QR code, dark on white in both themes, because many cameras read only that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: BORDER })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  )
}
