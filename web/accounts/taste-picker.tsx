import { type DishChoice, dishChoices, MOST_TASTES, tasteMessages } from '#rules/tastes.ts'
import { graphql } from '../graphql.ts'
import '../kit/picks.css'

export const setTastes = graphql(/* GraphQL */ `
  mutation setTastes($dishes: [String!]!) { setTastes(dishes: $dishes) { count } }
`)

export const switchTasteMatching = graphql(/* GraphQL */ `
  mutation switchTasteMatching($on: Boolean!) { switchTasteMatching(on: $on) { count } }
`)

type TastePickerProps = {
  chosen: readonly string[]
  onChange: (chosen: DishChoice[]) => void
}

/** Check boxes of dishes, of which a member may choose up to three as their tastes. */
export function TastePicker({ chosen, onChange }: TastePickerProps) {
  const isFull = chosen.length >= MOST_TASTES
  return (
    <fieldset className="tastes">
      <legend>
        좋아하는 음식 <small>세 가지까지</small>
        <span className="num">{`${chosen.length} / ${MOST_TASTES}`}</span>
      </legend>
      <div className="picks">
        {dishChoices.map((dish) => {
          const isOn = chosen.includes(dish)
          return (
            <label key={dish} className="pick">
              <input
                type="checkbox"
                checked={isOn}
                aria-disabled={(isFull && !isOn) || undefined}
                onChange={() =>
                  (isOn || !isFull) &&
                  onChange(dishChoices.filter((one) => (one === dish ? !isOn : chosen.includes(one))))
                }
              />
              {dish}
            </label>
          )
        })}
      </div>
      <p role="status" className="tastes-note">
        {isFull && tasteMessages.full}
      </p>
    </fieldset>
  )
}
