import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { SelectField, TextField } from '../../kit/field.tsx'
import { X } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import {
  adminQueryKey,
  moderationRulesQuery,
  type RuleKind,
  type SignupMode,
  setModerationRule,
  setSignupMode,
} from '../../moderation/admin.ts'

const modes: Readonly<Record<SignupMode, string>> = {
  open: '누구나 가입할 수 있어요',
  approval: '승인하면 글을 쓸 수 있어요',
  closed: '새로 가입할 수 없어요',
}

const kinds: Readonly<Record<RuleKind, { title: string; label: string; hint: string }>> = {
  word: {
    title: '검토할 단어',
    label: '단어',
    hint: '이 단어가 들어간 글과 댓글, 모음은 확인할 때까지 작성자에게만 보여요. 닉네임과 한 줄 소개에는 쓸 수 없어요.',
  },
  domain: { title: '가입 제한 이메일', label: '도메인', hint: '하위 도메인도 함께 막아요. 예: example.com' },
  network: { title: '가입 제한 네트워크', label: 'IP 주소', hint: 'IPv6 주소는 앞의 /64 전체를 막아요.' },
}

/** Rules that moderators set: how to sign up, words to check, blocked e-mail domains and networks. */
export function RulesTab() {
  const execute = useGraphql()
  const client = useQueryClient()
  const { data: rules } = useQuery(moderationRulesQuery(execute))
  if (!rules) return null
  const change = async (mode: SignupMode) => {
    await setSignupMode(execute, { mode }).catch((error) => toast(sentenceOf(error)))
    await client.invalidateQueries({ queryKey: adminQueryKey })
  }
  return (
    <div className="admin-rules">
      <section className="admin-entry">
        <h2>가입</h2>
        <SelectField
          label="가입 방식"
          hint="관리자만 바꿀 수 있어요."
          value={rules.signup}
          onChange={(event) => void change(event.currentTarget.value as SignupMode)}
        >
          {Object.entries(modes).map(([mode, name]) => (
            <option key={mode} value={mode}>
              {name}
            </option>
          ))}
        </SelectField>
      </section>
      <Values kind="word" values={rules.words} />
      <Values kind="domain" values={rules.domains} />
      <Values kind="network" values={rules.networks} />
    </div>
  )
}

function Values({ kind, values }: { kind: RuleKind; values: readonly string[] }) {
  const execute = useGraphql()
  const client = useQueryClient()
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const { title, label, hint } = kinds[kind]
  const set = async (changed: string, on: boolean) => {
    setError(undefined)
    try {
      await setModerationRule(execute, { kind, value: changed, on })
      if (on) setValue('')
    } catch (failure) {
      setError(sentenceOf(failure))
    }
    await client.invalidateQueries({ queryKey: adminQueryKey })
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    void set(value, true)
  }
  return (
    <section className="admin-entry">
      <h2>{title}</h2>
      <form className="admin-search" noValidate onSubmit={add}>
        <TextField
          label={label}
          hint={hint}
          error={error}
          value={value}
          autoComplete="off"
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <button type="submit" className="btn btn-outline">
          추가
        </button>
      </form>
      <ul className="admin-values">
        {values.map((one) => (
          <li key={one}>
            {one}
            <button
              type="button"
              className="icon-btn icon-btn-quiet"
              aria-label={`${one} 삭제`}
              onClick={() => void set(one, false)}
            >
              <X className="icon" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
