import { useEffect, useId, useState } from 'react'
import * as v from 'valibot'
import {
  accountMessages,
  confirmation,
  isPassword,
  passwordForm,
  passwordRules,
  passwordRulesSentence,
} from '#rules/account.ts'
import { countCharacters } from '#rules/text.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import { PasswordField, type PasswordFieldProps } from './account-fields.tsx'

/** Pause in typing before missing rules are announced, in milliseconds. */
const ANNOUNCEMENT_DELAY_MS = 1000

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'value'> & {
  /** The typed password. */
  typed: string
  /** The name and address of the account, which a password should not contain. */
  known: readonly string[]
}

/** A new password with its rules, ticked off during typing. Advice and error share one place, so nothing moves. */
export function NewPasswordField({ typed, known, error, ...field }: NewPasswordFieldProps) {
  const id = useId()
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      error={error}
      hint={error === undefined && passwordHint(typed, known)}
      below={<PasswordRules id={id} password={passwordForm(typed)} />}
      belowId={id}
    />
  )
}

function PasswordRules({ id, password }: { id: string; password: string }) {
  const missing = passwordRules.filter(({ isMet }) => !isMet(password)).map(({ name }) => name)
  return (
    <>
      <p id={id} className="sr-only">
        {passwordRulesSentence}
      </p>
      <ul className="password-rules">
        {passwordRules.map(({ name, isMet }) => (
          <li key={name} data-met={isMet(password) || undefined}>
            <span className="password-rule-mark" aria-hidden="true">
              <PageIcon name="check" />
            </span>
            {name}
            {isMet(password) && <span className="sr-only"> 충족</span>}
          </li>
        ))}
      </ul>
      <MissingRules missing={missing} isTyped={password !== ''} />
    </>
  )
}

/** Announces the missing rules to screen readers after a pause in typing. */
function MissingRules({ missing, isTyped }: { missing: readonly string[]; isTyped: boolean }) {
  const [said, setSaid] = useState('')
  const sentence = missing.length > 0 ? `더 필요해요: ${missing.join(', ')}` : '비밀번호 규칙을 모두 지켰어요.'
  useEffect(() => {
    const timer = setTimeout(setSaid, ANNOUNCEMENT_DELAY_MS, isTyped ? sentence : '')
    return () => clearTimeout(timer)
  }, [isTyped, sentence])
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  )
}

const COMMON = /(.)\1\1|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf|zxcv|pass|love|admin/i

/** Advice on a password. It never blocks a password that the rules accept. */
function passwordHint(password: string, known: readonly string[]): string {
  if (!isPassword(password)) return '다른 곳에서 쓰지 않는 비밀번호가 안전해요.'
  const lower = password.toLowerCase()
  if (known.some((text) => text.length >= 3 && lower.includes(text.toLowerCase()))) {
    return '이메일이나 닉네임이 들어 있으면 짐작하기 쉬워요.'
  }
  if (COMMON.test(password)) return '이어지는 글자나 흔한 낱말은 짐작하기 쉬워요.'
  if (countCharacters(password) < 12) return '12자 이상이면 더 안전해요.'
  return '안전한 비밀번호예요.'
}

/** The error of the repeated password, or null. Only forms use it, never the server. */
export function confirmationFault(password: string, repeated: string): string | null {
  const checked = v.safeParse(confirmation, repeated)
  if (!checked.success) return checked.issues[0].message
  return checked.output === passwordForm(password) ? null : accountMessages.mismatch
}
