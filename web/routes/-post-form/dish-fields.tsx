import Plus from 'virtual:icon/plus'
import { useId } from 'react'
import { type Dish, dishLimits } from '#rules/facts.ts'
import { cleanLine } from '#rules/text.ts'
import { FieldError, FieldLabel } from '../../kit/field.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { type CheckedPostForm, changeOptions, type PostValues } from './post-values.ts'

/** Up to three dishes, each with its price if that is known. */
export function DishFields({ form }: { form: CheckedPostForm }) {
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
