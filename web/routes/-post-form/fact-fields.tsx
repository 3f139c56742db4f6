import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { closedDayNames, closedText } from '#rules/fact-labels.ts'
import { factLine } from '#rules/fact-line.ts'
import { dishLimits, dishMessages } from '#rules/facts.ts'
import { kindOfCategory } from '#rules/food-categories.ts'
import { type FoodKind, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { closedDays } from '#rules/hours.ts'
import { cleanLine } from '#rules/text.ts'
import { parseWon } from '#rules/won.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import { ChevronDown, Plus } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import {
  type CheckedPostForm,
  changeOptions,
  isTyped,
  type PostValues,
  priceText,
  type TypedDish,
} from './post-values.ts'
import '../../kit/picks.css'

export function FactFields({ form, suggested }: { form: CheckedPostForm; suggested: FoodKind | null }) {
  const [kind, price, closedOn, traits] = form.watch(['kind', 'price', 'closed_on', 'traits'])
  const { errors } = form.formState
  const set = <Name extends 'kind' | 'price' | 'closed_on' | 'traits'>(name: Name, value: PostValues[Name]) =>
    form.setValue(name as 'kind', value as PostValues['kind'], changeOptions(form))
  return (
    <MoreFacts form={form} suggested={suggested}>
      <OneOf
        label="종류"
        labels={foodKinds}
        value={kind}
        onChange={(next) => set('kind', next)}
        error={errors.kind?.message}
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
    </MoreFacts>
  )
}

type MoreFactsProps = { form: CheckedPostForm; suggested: FoodKind | null; children: ReactNode }

/**
 * Folds what is left out most often, because a phone's form is long, with what was answered. It opens once one of the fields is
 * filled in or wrong; the kind is filled in by the chosen place.
 */
function MoreFacts({ form, suggested, children }: MoreFactsProps) {
  const [kind, price, dishes, closedOn, traits] = form.watch(['kind', 'price', 'dishes', 'closed_on', 'traits'])
  const { errors } = form.formState
  const isWrong = Boolean(errors.kind ?? errors.price ?? errors.dishes ?? errors.closed_on ?? errors.traits)
  const isFilled = price !== null || dishes.some(isTyped) || closedOn.length > 0 || traits.length > 0
  const [isToggled, setToggled] = useState<boolean | null>(null)
  // The section stays open when its only choice is removed.
  if (isToggled === null && isFilled) setToggled(true)
  const isOpen = isWrong || isToggled === true
  const answers = factLine([
    kind && foodKinds[kind],
    price && priceRanges[price],
    ...dishes.map(({ name }) => cleanLine(name)),
    closedText(closedOn),
    ...traits.map((trait) => placeTraits[trait]),
    kind !== null && kind === suggested && '장소를 보고 골라 두었어요',
  ])
  return (
    <details
      className="fold more-facts"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // Fields with errors stay in view.
        if (isWrong) currentTarget.open = true
        else if (currentTarget.open !== isOpen) setToggled(currentTarget.open)
      }}
    >
      <summary>
        <ChevronDown className="icon" />
        <span>
          더 알려 주기
          <small>{answers || '종류, 가격, 먹은 것, 쉬는 날, 좋은 점'}</small>
        </span>
      </summary>
      <div className="more-facts-fields">{children}</div>
    </details>
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

type GroupFrame = Pick<GroupProps<string>, 'label' | 'error'> & {
  onClear?: (() => void) | false
  children: ReactNode
}

function Group({ label, error, onClear = false, children }: GroupFrame) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error && `${id}-error`}>
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
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

function DishFields({ form }: { form: CheckedPostForm }) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'dishes' })
  const error = fieldState.error?.message
  const isOfPrice = error === dishMessages.price
  const rows = field.value.length > 0 ? field.value : [{ name: '', price: '' }]
  const wrong = rows.findIndex(({ price }) => isOfPrice && !isPrice(price))
  const write = (next: TypedDish[]) => form.setValue('dishes', next, changeOptions(form))
  const box = useRef<HTMLFieldSetElement>(null)
  /** The button that was pressed may be gone afterwards. */
  const writeAndFocus = (next: TypedDish[], index: number) => {
    flushSync(() => write(next))
    box.current?.querySelectorAll<HTMLElement>('.dish-name')[index]?.focus()
  }
  const change = (index: number, part: Partial<TypedDish>) =>
    write(rows.map((dish, at) => (at === index ? { ...dish, ...part } : dish)))
  return (
    <fieldset ref={box} className="field" aria-describedby={error && id}>
      <legend className="field-label">
        <FieldLabel label="먹은 것" optional />
      </legend>
      {rows.map((dish, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name
        <div key={index} className="dish-row">
          <input
            ref={index === 0 && wrong === -1 ? field.ref : undefined}
            className="input dish-name"
            aria-label={`메뉴 ${index + 1} 이름`}
            placeholder="예: 돼지국밥"
            autoComplete="off"
            aria-invalid={error && !isOfPrice ? true : undefined}
            value={dish.name}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <input
            ref={index === wrong ? field.ref : undefined}
            className="input dish-price"
            aria-label={`메뉴 ${index + 1} 가격(원)`}
            placeholder="가격(원)"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={isOfPrice && !isPrice(dish.price) ? true : undefined}
            value={dish.price}
            onChange={({ target }) => change(index, { price: withCommas(target.value) })}
            onBlur={() => change(index, { price: inDigits(dish.price) })}
          />
          <button
            type="button"
            className="icon-btn icon-btn-quiet"
            aria-label={`메뉴 ${index + 1} 지우기`}
            onClick={() =>
              writeAndFocus(
                rows.filter((_, at) => at !== index),
                Math.max(index - 1, 0),
              )
            }
          >
            <PageIcon name="x" />
          </button>
        </div>
      ))}
      {rows.length < dishLimits.dishes && (
        <button
          type="button"
          className="btn btn-quiet btn-small dish-more"
          onClick={() => writeAndFocus([...rows, { name: '', price: '' }], rows.length)}
        >
          <Plus className="icon icon-s" />
          하나 더 적기
        </button>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

function isPrice(typed: string): boolean {
  const text = priceText(typed)
  const won = parseWon(text)
  return text === '' || (won !== null && won <= dishLimits.price)
}

/** Digits as they are typed; words stay as they are, because a syllable may be in the making. */
function withCommas(typed: string): string {
  return /^[\d,]+$/.test(typed) ? inDigits(typed) : typed
}

function inDigits(typed: string | number): string {
  return parseWon(priceText(typed))?.toLocaleString('ko') ?? priceText(typed)
}
