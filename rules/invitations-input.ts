import * as v from 'valibot'
import { invitationLimits, invitationMessages } from './invitations.ts'
import { cleanLine } from './text.ts'
import { optionalText } from './validate.ts'

const wholeWithin = (most: number, message: string) =>
  v.pipe(
    v.number(),
    v.check((value) => Number.isInteger(value) && value >= 1 && value <= most, message),
  )

/** Input of the form that makes an invitation. */
export const invitationSchema = v.object({
  uses: wholeWithin(invitationLimits.uses, invitationMessages.uses),
  days: wholeWithin(invitationLimits.days, invitationMessages.days),
  note: optionalText(cleanLine, invitationLimits.note, invitationMessages.noteLong),
})
