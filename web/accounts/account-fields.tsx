import { useHydrated, useLocation } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  accountMessages,
  confirmationSchema,
  isEmail,
  meetsPasswordRules,
  normalizePassword,
  passwordRules,
  passwordRulesSentence,
  securityQuestions,
} from '#rules/account.ts'
import { emailFragment, emailOfFragment } from '#rules/paths.ts'
import { countCharacters } from '#rules/text.ts'
import { Field, type FieldParts, SelectField, TextField } from '../kit/field.tsx'
import { Eye, EyeOff } from '../kit/icons.gen.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import './account.css'

type InputProps = Omit<ComponentProps<typeof TextField>, 'label'>

export function EmailField(input: InputProps) {
  return <TextField label="이메일" type="email" inputMode="email" autoComplete="username" required {...input} />
}

export function NicknameField(input: InputProps) {
  return <TextField label="닉네임" autoComplete="nickname" required {...input} />
}

export function QuestionField(select: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  return (
    <SelectField label="본인 확인 질문" {...select}>
      {securityQuestions.map((question, index) => (
        <option key={question} value={index}>
          {question}
        </option>
      ))}
    </SelectField>
  )
}

export function AnswerField(input: InputProps) {
  return <TextField label="답변" autoComplete="off" required {...input} />
}

export type PasswordFieldProps = Omit<FieldParts, 'count' | 'optional'> & Omit<ComponentProps<'input'>, 'children'>

type Below = {
  below?: ReactNode
  belowId?: string
}

export function PasswordField({ label, hint, error, below, belowId, ...input }: PasswordFieldProps & Below) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error }} known={input}>
      {(control) => (
        <>
          <div className="password">
            <input
              autoCapitalize="none"
              spellCheck={false}
              required
              {...input}
              {...control}
              aria-describedby={[control['aria-describedby'], belowId].filter(Boolean).join(' ') || undefined}
              type={shown ? 'text' : 'password'}
              className="input"
            />
            <button
              type="button"
              className="icon-btn icon-btn-quiet"
              aria-label={`${label} ${shown ? '숨기기' : '보기'}`}
              onClick={() => setShown(!shown)}
            >
              <Icon className="icon" />
            </button>
          </div>
          {below}
        </>
      )}
    </Field>
  )
}

/**
 * Fills the field `email` with the address in the URL's fragment, which a mail or another screen has put there. Call it after
 * `useDraft`, whose value is older.
 * @returns the URL fragment with the field's current value, for links to other screens
 */
export function usePrefilledEmail<Values extends FieldValues & { email: string }, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): string {
  const name = 'email' as Path<Values>
  const passed = emailOfFragment(useLocation({ select: ({ hash }) => hash }))
  const hydrated = useHydrated()
  const [isFromAnotherScreen] = useState(hydrated)
  const { getValues, setValue } = form
  useEffect(() => {
    if (!isEmail(passed) || (getValues(name) && !isFromAnotherScreen)) return
    setValue(name, passed as PathValue<Values, Path<Values>>)
  }, [passed, isFromAnotherScreen, getValues, setValue, name])
  const typed: unknown = useWatch({ control: form.control, name })
  return typeof typed === 'string' && isEmail(typed.trim()) ? emailFragment(typed.trim()) : ''
}

const ANNOUNCEMENT_DELAY_MS = 1000

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'value'> & {
  typed: string
  /** Nickname and e-mail address of the account, which a password should not contain. */
  known: readonly string[]
}

/** Field for a new password, with the password rules, ticked once met. Advice and error share one place, so nothing moves. */
export function NewPasswordField({ typed, known, error, ...field }: NewPasswordFieldProps) {
  const id = useId()
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      error={error}
      hint={error === undefined && passwordHint(typed, known)}
      below={<PasswordRules id={id} password={normalizePassword(typed)} />}
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

function MissingRules({ missing, isTyped }: { missing: readonly string[]; isTyped: boolean }) {
  const [said, setSaid] = useState('')
  const sentence = missing.length > 0 ? `더 필요해요: ${missing.join(', ')}` : '비밀번호 조건을 모두 충족했어요.'
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

/** Advice on a stronger password, even if the rules accept the typed one. */
function passwordHint(password: string, known: readonly string[]): string {
  if (!meetsPasswordRules(password)) return '다른 곳에서 쓰지 않는 비밀번호가 안전해요.'
  const lower = password.toLowerCase()
  if (known.some((text) => text.length >= 3 && lower.includes(text.toLowerCase()))) {
    return '이메일이나 닉네임이 들어 있으면 추측하기 쉬워요.'
  }
  if (COMMON.test(password)) return '연속된 글자나 흔한 단어는 추측하기 쉬워요.'
  if (countCharacters(password) < 12) return '12자 이상이면 더 안전해요.'
  return '안전한 비밀번호예요.'
}

/** Error of the field in which the new password is repeated, or null. Only forms check it: the server does not get that field. */
export function confirmationFault(password: string, repeated: string): string | null {
  const checked = v.safeParse(confirmationSchema, repeated)
  if (!checked.success) return checked.issues[0].message
  return checked.output === normalizePassword(password) ? null : accountMessages.mismatch
}
