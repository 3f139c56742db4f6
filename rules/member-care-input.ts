import * as v from 'valibot'
import { emailSchema } from './account.ts'
import { memberCareMessages } from './member-care.ts'
import { moderationLimits, moderationMessages } from './moderation.ts'
import { cleanText } from './text.ts'
import { optionalText } from './validate.ts'

const reason = v.pipe(
  optionalText(cleanText, moderationLimits.reason, moderationMessages.reasonLong),
  v.nonEmpty(memberCareMessages.reason),
)

/** The reason that an admin gives for acting for a member. */
export const memberCareSchema = v.object({ reason })
/** The new address that an admin sets for a member, and the reason. */
export const memberEmailChangeSchema = v.object({ email: emailSchema, reason })
