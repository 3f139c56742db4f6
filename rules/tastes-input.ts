import * as v from 'valibot'
import { dishChoices, MOST_TASTES, tasteMessages } from './tastes.ts'

/** Apart from the words, because pages without a form show these too, and need no library for checks. */
export const tastesSchema = v.object({
  dishes: v.pipe(
    v.array(v.picklist(dishChoices)),
    v.transform((dishes) => [...new Set(dishes)]),
    v.maxLength(MOST_TASTES, tasteMessages.tooMany),
  ),
})
