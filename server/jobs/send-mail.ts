import * as v from 'valibot'
import { sendMail } from '../mail/send-mail.ts'
import type { JobTask } from './task.ts'

const payloadSchema = v.object({ id: v.number() })

/** Sends one mail of the queue (`queueMail`). */
export const sendMailJob: JobTask = {
  run: (services, payload) => sendMail(services, v.parse(payloadSchema, payload).id),
}
