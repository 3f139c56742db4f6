import * as v from 'valibot'
import type { JobTask } from './task.ts'

const payloadSchema = v.object({ imageIds: v.array(v.number()) })

/** Removes the files and rows of pictures that a committed change gave up (`Images.queueDeletion`). */
export const deleteImages: JobTask = {
  run: ({ images }, payload) => images.deleteQueued(v.parse(payloadSchema, payload).imageIds),
}
