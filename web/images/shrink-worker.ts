import { type ShrinkJob, shrinkImage } from './shrink-image.ts'

// Decodes and writes pictures beside the page, which stays responsive meanwhile.

addEventListener('message', ({ data }: MessageEvent<ShrinkJob>) => {
  shrinkImage(data).then(
    (shrunk) => postMessage(shrunk),
    () => postMessage(null),
  )
})
