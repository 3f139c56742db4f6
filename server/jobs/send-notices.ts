import * as v from 'valibot'
import { sendNotices } from '../accounts/notices.ts'
import type { JobTask } from './task.ts'

const payloadSchema = v.object({ recipient: v.string() })

/** Mails one person what changed in their account (`queueNotice`). */
export const sendNoticesJob: JobTask = {
  run: (services, payload) => sendNotices(services, v.parse(payloadSchema, payload).recipient),
}
