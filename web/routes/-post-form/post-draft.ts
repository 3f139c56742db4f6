import * as v from 'valibot'
import { postFieldNames, postFields } from '#rules/post.ts'
import { weekdays } from '#rules/week.ts'
import type { DraftRules } from '../../accounts/draft.tsx'
import { timeFields } from '../../places/hours/typed-week.ts'
import type { PostValues } from './post-values.ts'

/** The fields that a draft keeps. Of photos that are not uploaded yet it keeps only the number, `unfinished`. */
export const draftFields = [
  ...postFieldNames,
  'proposed',
  'isAddressTyped',
  'landmark',
  'unfinished',
] as const satisfies (keyof PostValues)[]

const text = v.string()
const texts = v.array(text)
const position = { lat: v.number(), lng: v.number() }
const extent = v.union([v.object({ radius: v.number() }), v.object({ road: v.array(v.object(position)) })])

const shapes = {
  images: texts,
  menus: texts,
  // A draft of an earlier release has a number, or null.
  dishes: v.array(v.object({ name: text, price: v.nullable(v.union([text, v.number()])) })),
  week_hours: v.array(v.object({ days: v.tuple([v.picklist(weekdays)]), ...v.entriesFromList(timeFields, text) })),
  proposed: v.nullable(v.object({ ...position, says: text, zoom: v.nullable(v.number()), extent: v.optional(extent) })),
  ...Object.fromEntries(
    (['lat', 'lng', 'kind', 'price', 'closed_on', 'traits'] as const).map((name) => [name, postFields[name].rule]),
  ),
} satisfies Partial<Record<keyof PostValues, v.GenericSchema>>

/** Checks of the fields whose values are more than a text, a number or a switch. */
export const draftRules: DraftRules = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [name, (value: unknown) => v.is(shape, value)]),
)
