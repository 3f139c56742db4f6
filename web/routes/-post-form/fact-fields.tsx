import Plus from 'virtual:icon/plus'
import { type ReactNode, useId, useState } from 'react'
import { closedDayNames } from '#rules/fact-labels.ts'
import { type Dish, dishLimits } from '#rules/facts.ts'
import { type FoodKind, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { closedDays } from '#rules/hours.ts'
import { cleanLine } from '#rules/text.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { type CheckedPostForm, changeOptions, kindOfCategory, type PostValues } from './post-values.ts'
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

/** Up to three dishes, each with its price if that is known. */
function DishFields({ form }: { form: CheckedPostForm }) {
  const id = useId()
  const dishes = form.watch('dishes')
  const error = form.formState.errors.dishes?.message
  const rows = dishes.length > 0 ? dishes : [{ name: '', price: null }]
  const write = (next: Dish[]) => form.setValue('dishes', next, changeOptions(form))
  const change = (index: number, part: Partial<Dish>) =>
    write(rows.map((dish, at) => (at === index ? { ...dish, ...part } : dish)))
  return (
    <fieldset className="field" aria-describedby={error && id}>
      <legend className="field-label">
        <FieldLabel label="먹은 것" optional />
      </legend>
      {rows.map((dish, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
        <div key={index} className="dish-row">
          <input
            className="input"
            aria-label={`메뉴 ${index + 1} 이름`}
            placeholder="예: 돼지국밥"
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            value={dish.name}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <input
            className="input dish-price"
            aria-label={`메뉴 ${index + 1} 가격(원)`}
            placeholder="가격(원)"
            inputMode="numeric"
            autoComplete="off"
            value={dish.price === null ? '' : dish.price.toLocaleString('ko')}
            onChange={({ target }) => change(index, { price: wonOf(target.value) })}
          />
          <button
            type="button"
            className="icon-btn icon-btn-quiet"
            aria-label={`메뉴 ${index + 1} 지우기`}
            onClick={() => write(rows.filter((_, at) => at !== index))}
          >
            <PageIcon name="x" />
          </button>
        </div>
      ))}
      {rows.length < dishLimits.dishes && (
        <button
          type="button"
          className="btn btn-quiet btn-small dish-more"
          onClick={() => write([...rows, { name: '', price: null }])}
        >
          <Plus className="icon icon-s" />
          하나 더 적기
        </button>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

/** The digits of what was typed; a number too long is cut, because no price has so many. */
function wonOf(typed: string): number | null {
  const digits = typed.replace(/\D/g, '').slice(0, String(dishLimits.price).length)
  return digits === '' ? null : Number(digits)
}

/** A row in which nothing was typed is none. */
export function withoutEmptyDishes(values: PostValues): PostValues {
  return { ...values, dishes: values.dishes.filter(({ name, price }) => cleanLine(name) !== '' || price !== null) }
}
