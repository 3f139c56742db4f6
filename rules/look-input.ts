import * as v from 'valibot'
import { lookLimits, lookMessages, MAX_SITE_PAGES } from './look.ts'
import { parsePlanTime } from './plan.ts'
import { cleanLine, cleanText } from './text.ts'
import { optionalText, textWithin } from './validate.ts'

const COLOUR = /^#[0-9a-f]{6}$/

const accentSchema = v.pipe(
  v.optional(v.nullable(v.string()), null),
  v.transform((colour) => colour?.trim().toLowerCase() || null),
  v.check((colour) => colour === null || COLOUR.test(colour), lookMessages.colour),
)

const lineWithin = (limit: number) => optionalText(cleanLine, limit, lookMessages.within(limit))

/** Name, texts, colour and logo that an admin chooses; an empty one means our own. */
export const lookSchema = v.pipe(
  v.object({
    name: lineWithin(lookLimits.name),
    welcome: lineWithin(lookLimits.welcome),
    announcement: optionalText(cleanText, lookLimits.announcement, lookMessages.within(lookLimits.announcement)),
    announcementEnds: v.pipe(
      v.optional(v.nullable(v.string()), null),
      v.transform((time) => (time ? parsePlanTime(time) : null)),
    ),
    accent: accentSchema,
    logo: v.optional(v.nullable(v.string()), null),
  }),
  v.forward(
    v.check(
      ({ announcement, announcementEnds: ends }) => announcement === '' || (ends !== null && ends > Date.now()),
      lookMessages.ends,
    ),
    ['announcementEnds'],
  ),
)

/** Runs of Markdown's signs of emphasis. */
const EMPHASIS = /\*+|_+/g
/** A line in which more than `nested` lists and quotations begin within each other. */
const NESTED = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${lookLimits.nested + 1}}`, 'm')

/** Markdown with a limited number of signs: rendering time grows with their square and blocks the process. */
const pageText = v.pipe(
  textWithin(cleanText, lookLimits.page, lookMessages.within(lookLimits.page)),
  v.check(
    (text) => (text.match(EMPHASIS)?.length ?? 0) <= lookLimits.emphasis && !NESTED.test(text),
    lookMessages.signs,
  ),
)

/** A page of the operator; one with neither title nor text is removed. */
export const sitePageSchema = v.pipe(
  v.object({
    place: v.pipe(
      v.number(),
      v.check((place) => Number.isInteger(place) && place >= 1 && place <= MAX_SITE_PAGES, lookMessages.place),
    ),
    title: lineWithin(lookLimits.title),
    text: pageText,
  }),
  v.forward(
    v.check(({ title, text }) => title !== '' || text === '', lookMessages.title),
    ['title'],
  ),
  v.forward(
    v.check(({ title, text }) => text !== '' || title === '', lookMessages.text),
    ['text'],
  ),
)

/** Colour and text of which the admin asks for a preview. */
export const lookPreviewSchema = v.object({ accent: accentSchema, text: pageText })
