import { deleteImages } from './delete-images.ts'
import { purgeExpired } from './purge-expired.ts'
import { purgeImages } from './purge-images.ts'
import { releaseImages } from './release-images.ts'
import { requeueMailsJob } from './requeue-mails.ts'
import { sendMailJob } from './send-mail.ts'
import { sendNoticesJob } from './send-notices.ts'
import type { JobTask } from './task.ts'

/** Every kind of job under the name it is queued by: `select graphile_worker.add_job('name', payload)`. */
export const tasks: Record<string, JobTask> = {
  delete_images: deleteImages,
  purge_images: purgeImages,
  release_images: releaseImages,
  purge_expired: purgeExpired,
  send_mail: sendMailJob,
  send_notices: sendNoticesJob,
  requeue_mails: requeueMailsJob,
}
