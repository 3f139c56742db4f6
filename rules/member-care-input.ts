import * as v from 'valibot'
import { emailSchema } from './account.ts'
import { careMessages } from './member-care.ts'
import { moderationLimits, moderationMessages } from './moderation.ts'
import { cleanText } from './text.ts'
import { optionalText } from './validate.ts'

const reason = v.pipe(
  optionalText(cleanText, moderationLimits.reason, moderationMessages.reasonLong),
  v.nonEmpty(careMessages.reason),
)

export const careSchema = v.object({ reason })
export const emailCareSchema = v.object({ email: emailSchema, reason })
