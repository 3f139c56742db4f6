import { type ReactNode, useId, useState } from 'react'
import { closedDays } from '#rules/closed-days.ts'
import { closedDayNames } from '#rules/fact-labels.ts'
import { type FoodKind, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import { DishFields } from './dish-fields.tsx'
import { kindOfCategory } from './kind-of-category.ts'
import { type CheckedPostForm, changeOptions, type PostValues } from './post-values.ts'
import '../../kit/picks.css'

/** What else a post may tell about its place. Nothing of it is required. */
export function FactFields({ form, suggested }: { form: CheckedPostForm; suggested: FoodKind | null }) {
  const [kind, price, closedOn, traits] = form.watch(['kind', 'price', 'closed_on', 'traits'])
  const { errors } = form.formState
  const set = <Name extends 'kind' | 'price' | 'closed_on' | 'traits'>(name: Name, value: PostValues[Name]) =>
    form.setValue(name as 'kind', value as PostValues['kind'], changeOptions(form))
  return (
    <>
      <OneOf
        label="종류"
        labels={foodKinds}
        value={kind}
        onChange={(next) => set('kind', next)}
        error={errors.kind?.message}
        hint={
          suggested !== null &&
          kind === suggested &&
          `고른 장소를 보고 ‘${foodKinds[suggested]}’ 칸을 골라 두었어요. 다르면 바꿔 주세요.`
        }
      />
      <OneOf
        label="한 사람 가격"
        labels={priceRanges}
        value={price}
        onChange={(next) => set('price', next)}
        error={errors.price?.message}
      />
      <DishFields form={form} />
      <SomeOf
        label="쉬는 날"
        labels={closedDayNames}
        all={closedDays}
        value={closedOn}
        onChange={(next) => set('closed_on', next)}
        error={errors.closed_on?.message}
      />
      <SomeOf
        label="이런 점이 좋아요"
        labels={placeTraits}
        all={Object.keys(placeTraits) as (keyof typeof placeTraits)[]}
        value={traits}
        onChange={(next) => set('traits', next)}
        error={errors.traits?.message}
      />
    </>
  )
}

/** Chooses the kind that a place's category suggests, in place of none or of the one suggested before. */
export function useSuggestedKind(form: CheckedPostForm) {
  const [suggested, setSuggested] = useState<FoodKind | null>(null)
  const suggest = (category: string | null) => {
    const kind = form.getValues('kind')
    if (kind !== null && kind !== suggested) return
    const next = kindOfCategory(category)
    setSuggested(next)
    form.setValue('kind', next, changeOptions(form))
  }
  return { suggested, suggest }
}

type GroupProps<Key extends string> = {
  label: string
  labels: Readonly<Record<Key, string>>
  hint?: ReactNode
  error?: string | undefined
}

type OneOfProps<Key extends string> = GroupProps<Key> & { value: Key | null; onChange: (value: Key | null) => void }

function OneOf<Key extends string>({ labels, value, onChange, ...group }: OneOfProps<Key>) {
  const name = useId()
  return (
    <Group {...group} onClear={value !== null && (() => onChange(null))}>
      {(Object.entries(labels) as [Key, string][]).map(([key, text]) => (
        <label key={key} className="pick">
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {text}
        </label>
      ))}
    </Group>
  )
}

type SomeOfProps<Key extends string> = GroupProps<Key> & {
  all: readonly Key[]
  value: readonly Key[]
  onChange: (value: Key[]) => void
}

function SomeOf<Key extends string>({ labels, all, value, onChange, ...group }: SomeOfProps<Key>) {
  const toggle = (key: Key) => onChange(all.filter((one) => value.includes(one) !== (one === key)))
  return (
    <Group {...group}>
      {all.map((key) => (
        <label key={key} className="pick">
          <input type="checkbox" checked={value.includes(key)} onChange={() => toggle(key)} />
          {labels[key]}
        </label>
      ))}
    </Group>
  )
}

type GroupFrame = Pick<GroupProps<string>, 'label' | 'hint' | 'error'> & {
  onClear?: (() => void) | false
  children: ReactNode
}

function Group({ label, hint, error, onClear = false, children }: GroupFrame) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className="field" aria-describedby={describedBy || undefined}>
      <legend className="field-label">
        <FieldLabel label={label} optional />
      </legend>
      <div className="picks">
        {children}
        {onClear && (
          <button type="button" className="pick pick-clear" aria-label={`${label} 지우기`} onClick={onClear}>
            지우기
          </button>
        )}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
