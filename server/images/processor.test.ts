import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { failures } from '#rules/errors.ts'
import { halves, photo, smallPhoto } from '#tests/image-fixtures.ts'
import { workFiles } from './picture.ts'
import { ImageProcessor, type ProcessorOptions } from './processor.ts'

const ends: (() => Promise<unknown>)[] = []
let largePhoto: Buffer

beforeAll(async () => {
  largePhoto = await photo(3000, 2000)
})

afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

function startProcessor(options: Partial<ProcessorOptions> = {}): ImageProcessor {
  const processor = new ImageProcessor({ processes: 1, ...options })
  ends.push(() => processor.close())
  return processor
}

async function folderWith(content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-picture-'))
  ends.push(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, workFiles.upload), content)
  return folder
}

const isAlive = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the process that dies fails its own picture with a sentence, and the next one works', async () => {
  const processor = startProcessor()
  const folder = await folderWith(largePhoto)
  const running = processor.run(folder)
  const [pid] = processor.pids
  await expect.poll(() => readdir(folder)).toContain(workFiles.full)
  process.kill(pid ?? 0, 'SIGKILL')
  await expect(running).rejects.toMatchObject({ code: 'INTERNAL', message: failures.imageUpload })
  expect((await processor.run(await folderWith(await smallPhoto()))).width).toBe(64)
  expect(processor.pids).not.toEqual([pid])
})

test('a process that was killed while idle is replaced', async () => {
  const processor = startProcessor()
  await processor.run(await folderWith(await smallPhoto()))
  const [pid] = processor.pids
  process.kill(pid ?? 0, 'SIGKILL')
  await expect.poll(() => processor.pids).toEqual([])
  expect((await processor.run(await folderWith(await smallPhoto()))).width).toBe(64)
})

test('a picture that takes too long is given up, and its process ended', async () => {
  const processor = startProcessor({ timeLimit: 30 })
  const running = processor.run(await folderWith(largePhoto))
  const [pid] = processor.pids
  await expect(running).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a picture that takes too much memory ends its process and nothing else', async () => {
  const processor = startProcessor({ memoryLimit: 20 * 1024 * 1024 })
  await expect(processor.run(await folderWith(largePhoto))).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await expect.poll(() => processor.pids).toEqual([])
})

test('past its queue it says that the site is busy', async () => {
  const processor = startProcessor({ maxWaiting: 1 })
  const first = processor.run(await folderWith(largePhoto))
  const second = processor.run(await folderWith(largePhoto))
  await expect(processor.run(await folderWith(largePhoto))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect((await Promise.all([first, second])).map(({ width }) => width)).toEqual([2048, 2048])
})

test('an idle process ends by itself', async () => {
  const processor = startProcessor({ idleLimit: 50 })
  await processor.run(await folderWith(await smallPhoto()))
  const [pid] = processor.pids
  expect(isAlive(pid)).toBe(true)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(processor.pids).toEqual([])
})

test('closing ends the process and refuses what waits', async () => {
  const processor = startProcessor()
  const first = processor.run(await folderWith(largePhoto))
  const second = processor.run(await folderWith(largePhoto))
  const [pid] = processor.pids
  const outcomes = Promise.allSettled([first, second])
  await processor.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(isAlive(pid)).toBe(false)
  await expect(processor.run('nowhere')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a folder that cannot be written to fails with the sentence', async () => {
  const processor = startProcessor()
  const folder = await folderWith(await smallPhoto())
  // A folder stands where the file should go.
  await mkdir(path.join(folder, workFiles.full))
  await expect(processor.run(folder)).rejects.toMatchObject({ code: 'INTERNAL', message: failures.imageUpload })
  expect((await processor.run(await folderWith(await smallPhoto()))).width).toBe(64)
})

test.each(['tiff', 'gif', 'webp', 'avif', 'svg'] as const)(
  'the process opens no %s, even if one got past the look at the first bytes',
  async (format) => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const content = format === 'svg' ? svg : await halves(64, 48).toFormat(format).toBuffer()
    const running = startProcessor().run(await folderWith(content))
    await expect(running).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: failures.imageUpload })
  },
)
