import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import { closedDayNames, closedDaysText } from '#rules/fact-labels.ts'
import { factLine } from '#rules/fact-line.ts'
import { foodKindOfCategory } from '#rules/food-categories.ts'
import { type FoodKind, foodKinds, placeTraits, priceRanges } from '#rules/food-kinds.ts'
import { closedDays } from '#rules/hours.ts'
import { isMobile, parseTelephone, telephoneMessages } from '#rules/telephone.ts'
import { cleanLine } from '#rules/text.ts'
import { FieldError, FieldLabel, TextField } from '../../kit/field.tsx'
import { ChevronDown } from '../../kit/icons.gen.ts'
import { DishFields } from './dish-fields.tsx'
import { type CheckedPostForm, changeOptions, isDishTyped, type PostValues } from './post-values.ts'
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
      <TelephoneField form={form} />
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

/** Field for the place's telephone number. Its hint allows a mobile number only if the place itself publishes it. */
function TelephoneField({ form }: { form: CheckedPostForm }) {
  const typed = parseTelephone(form.watch('telephone'))
  const isOwn = typed !== null && isMobile(typed)
  return (
    <TextField
      label="가게 전화번호"
      optional
      type="tel"
      inputMode="tel"
      placeholder="예: 02-345-6789"
      autoComplete="off"
      hint={isOwn ? telephoneMessages.mobile : '가게 번호만 적어 주세요. 개인 번호는 적지 말아 주세요.'}
      error={form.formState.errors.telephone?.message}
      {...form.register('telephone', {
        onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
          const telephone = parseTelephone(target.value)
          if (telephone) form.setValue('telephone', telephone, changeOptions(form))
        },
      })}
    />
  )
}

type MoreFactsProps = { form: CheckedPostForm; suggested: FoodKind | null; children: ReactNode }

/**
 * Folds the optional fields, because the form is long on a phone; the summary lists their values. It opens once one of them is
 * filled in or has an error. The kind alone does not open it, because the chosen place fills that in.
 */
function MoreFacts({ form, suggested, children }: MoreFactsProps) {
  const [kind, price, dishes, telephone, closedOn, traits] = form.watch([
    'kind',
    'price',
    'dishes',
    'telephone',
    'closed_on',
    'traits',
  ])
  const { errors } = form.formState
  const isWrong = Boolean(
    errors.kind ?? errors.price ?? errors.dishes ?? errors.telephone ?? errors.closed_on ?? errors.traits,
  )
  const isFilled =
    price !== null ||
    dishes.some(isDishTyped) ||
    cleanLine(telephone) !== '' ||
    closedOn.length > 0 ||
    traits.length > 0
  const [isToggled, setToggled] = useState<boolean | null>(null)
  // The section stays open when its only choice is removed.
  if (isToggled === null && isFilled) setToggled(true)
  const isOpen = isWrong || isToggled === true
  const answers = factLine([
    kind && foodKinds[kind],
    price && priceRanges[price],
    ...dishes.map(({ name }) => cleanLine(name)),
    cleanLine(telephone),
    closedDaysText(closedOn),
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
          <small>{answers || '종류, 가격, 먹은 것, 전화번호, 쉬는 날, 좋은 점'}</small>
        </span>
      </summary>
      <div className="more-facts-fields">{children}</div>
    </details>
  )
}

/** Sets the kind of food by the chosen place's category, unless the person has chosen a kind. */
export function useSuggestedKind(form: CheckedPostForm) {
  const [suggested, setSuggested] = useState<FoodKind | null>(null)
  const suggest = (category: string | null) => {
    const kind = form.getValues('kind')
    if (kind !== null && kind !== suggested) return
    const next = foodKindOfCategory(category)
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
