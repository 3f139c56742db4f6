import * as v from 'valibot'
import { dishChoices, MOST_TASTES, tasteMessages } from './tastes.ts'

/** Not in tastes.ts, because pages without a form load that file, and need no library for validation. */
export const tastesSchema = v.object({
  dishes: v.pipe(
    v.array(v.picklist(dishChoices)),
    v.transform((dishes) => [...new Set(dishes)]),
    v.maxLength(MOST_TASTES, tasteMessages.tooMany),
  ),
})
