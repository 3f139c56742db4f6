import { type ShrinkJob, shrinkImage } from './shrink-image.ts'

// Decodes and encodes pictures off the main thread, so that the page stays responsive.

addEventListener('message', ({ data }: MessageEvent<ShrinkJob>) => {
  shrinkImage(data).then(
    (shrunk) => postMessage(shrunk),
    () => postMessage(null),
  )
})
