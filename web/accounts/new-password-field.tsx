import { Check } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { passwordForm, passwordRules } from '#rules/account.ts'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import { passwordHint } from './password-hint.ts'

/** Pause in typing before missing rules are announced, in milliseconds. */
const ANNOUNCEMENT_DELAY_MS = 1000

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'value'> & {
  /** The typed password. */
  typed: string
  /** The name and address of the account, which a password should not contain. */
  known: readonly string[]
}

/**
 * A new password with its rules, which are ticked off during typing. Advice and error share one place of constant
 * height, so nothing below moves.
 */
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
      {/* Without a label: as the input's description it would be read instead of the rules. */}
      <ul id={id} className="password-rules">
        {passwordRules.map(({ name, isMet }) => (
          <li key={name} data-met={isMet(password) || undefined}>
            <span className="password-rule-mark" aria-hidden="true">
              <Check className="icon" />
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
