import { type ShrinkJob, shrinkImage } from './shrink-image.ts'

addEventListener('message', ({ data }: MessageEvent<ShrinkJob>) => {
  shrinkImage(data).then(
    (shrunk) => postMessage(shrunk),
    () => postMessage(null),
  )
})
