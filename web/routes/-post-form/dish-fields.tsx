import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { dishLimits, dishMessages } from '#rules/facts.ts'
import { parseWon } from '#rules/won.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import { ChevronDown, Plus } from '../../kit/icons.gen.ts'
import { PageIcon } from '../../kit/page-icons.tsx'
import { type CheckedPostForm, changeOptions, priceText, type TypedDish } from './post-values.ts'

/** Number of rows that are shown before a press on '더 보기'. */
const FIRST_SHOWN = 3

/** Fields for dishes: a row with name and price for each. */
export function DishFields({ form }: { form: CheckedPostForm }) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name: 'dishes' })
  const error = fieldState.error?.message
  const isOfPrice = error === dishMessages.price
  const rows = field.value.length > 0 ? field.value : [{ name: '', price: '' }]
  const [isAll, setAll] = useState(false)
  // All rows are shown if one has an error.
  const isOpen = isAll || error !== undefined || rows.length <= FIRST_SHOWN
  const shown = isOpen ? rows : rows.slice(0, FIRST_SHOWN)
  const wrong = rows.findIndex(({ price }) => isOfPrice && !isPrice(price))
  const write = (next: TypedDish[]) => form.setValue('dishes', next, changeOptions(form))
  const box = useRef<HTMLFieldSetElement>(null)
  /** Moves the focus to a row, because the pressed button may be removed by the change. */
  const writeAndFocus = (next: TypedDish[], index: number) => {
    flushSync(() => {
      setAll(true)
      write(next)
    })
    box.current?.querySelectorAll<HTMLElement>('.dish-name')[index]?.focus()
  }
  const change = (index: number, part: Partial<TypedDish>) =>
    write(rows.map((dish, at) => (at === index ? { ...dish, ...part } : dish)))
  return (
    <fieldset ref={box} className="field" aria-describedby={error && id}>
      <legend className="field-label">
        <FieldLabel label="먹은 것" optional />
      </legend>
      {shown.map((dish, index) => (
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
      {!isOpen && (
        <button
          type="button"
          className="btn btn-quiet btn-small dish-more"
          aria-expanded={false}
          onClick={() => {
            flushSync(() => setAll(true))
            box.current?.querySelectorAll<HTMLElement>('.dish-name')[FIRST_SHOWN]?.focus()
          }}
        >
          <ChevronDown className="icon icon-s" />
          {rows.length - FIRST_SHOWN}가지 더 보기
        </button>
      )}
      {isOpen && rows.length < dishLimits.dishes && (
        <button
          type="button"
          className="btn btn-quiet btn-small dish-more"
          onClick={() => writeAndFocus([...rows, { name: '', price: '' }], rows.length)}
        >
          <Plus className="icon icon-s" />
          메뉴 추가
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

/** Formats digits with commas during typing. Other text is not changed, because a Korean syllable may be half composed. */
function withCommas(typed: string): string {
  return /^[\d,]+$/.test(typed) ? inDigits(typed) : typed
}

function inDigits(typed: string | number): string {
  return parseWon(priceText(typed))?.toLocaleString('ko') ?? priceText(typed)
}
