import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { failures } from '#rules/errors.ts'
import { photo, smallPhoto, twoColourPicture } from '#tests/image-fixtures.ts'
import { CLIENT_LIMITS } from '../http/slow-clients.ts'
import { defaultImageProcessCount, ImageProcessor, LONGEST_UPLOAD_MS, type ProcessorOptions } from './image-worker.ts'
import { workFileNames } from './picture.ts'

const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0).reverse()) await end()
})

function startProcessor(options: Partial<ProcessorOptions> = {}): ImageProcessor {
  const processor = new ImageProcessor({ processes: 1, ...options })
  ends.push(() => processor.close())
  return processor
}

async function folderWith(content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-picture-'))
  ends.push(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, workFileNames.upload), content)
  return folder
}

/** Upload that is never complete: reading it waits for a writer. */
async function endlessFolder(): Promise<string> {
  const folder = await folderWith(Buffer.alloc(0))
  const upload = path.join(folder, workFileNames.upload)
  await rm(upload)
  await promisify(execFile)('mkfifo', [upload])
  return folder
}

const isAlive = (pid: number | undefined) => {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a process that dies fails its own picture with a message, and the next one works', async () => {
  const processor = startProcessor()
  const running = processor.run(await endlessFolder())
  const waiting = processor.run(await folderWith(await smallPhoto()))
  const [pid] = processor.pids
  process.kill(pid ?? 0, 'SIGKILL')
  await expect(running).rejects.toMatchObject({ code: 'INTERNAL', message: failures.imageUpload })
  expect((await waiting).width).toBe(64)
  expect(processor.pids).not.toEqual([pid])
})

test('a process killed while idle is replaced', async () => {
  const processor = startProcessor()
  await processor.run(await folderWith(await smallPhoto()))
  const [pid] = processor.pids
  process.kill(pid ?? 0, 'SIGKILL')
  await expect.poll(() => processor.pids).toEqual([])
  expect((await processor.run(await folderWith(await smallPhoto()))).width).toBe(64)
})

test.each(['tiff', 'gif', 'webp', 'avif'] as const)('no decoder opens a %s', async (format) => {
  const running = startProcessor().run(await folderWith(await twoColourPicture(64, 48).toFormat(format).toBuffer()))
  await expect(running).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: failures.imageUpload })
})

test('a picture that takes too long is given up, its process ended, and the next one works', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const processor = startProcessor({ timeLimit: 60_000 })
  const running = processor.run(await endlessFolder())
  const waiting = processor.run(await folderWith(await smallPhoto()))
  const [pid] = processor.pids
  let isOver = false
  void running.catch(() => {}).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  // The limits of CPU time and memory were kept, so another attempt may succeed.
  await expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
  expect((await waiting).width).toBe(64)
  vi.useRealTimers()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a picture that takes too much memory ends its process and nothing else', async () => {
  const processor = startProcessor({ memoryLimit: 20 * 1024 * 1024 })
  await expect(processor.run(await endlessFolder())).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await expect.poll(() => processor.pids).toEqual([])
})

test('a full queue answers that the site is busy', async () => {
  const processor = startProcessor({ maxWaiting: 1 })
  const running = processor.run(await endlessFolder())
  const waiting = processor.run(await folderWith(await smallPhoto()))
  await expect(processor.run(await folderWith(await smallPhoto()))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  process.kill(processor.pids[0] ?? 0, 'SIGKILL')
  await expect(running).rejects.toMatchObject({ code: 'INTERNAL' })
  expect((await waiting).width).toBe(64)
})

test('an upload that waits too long for its turn is refused, while its sender still listens', async () => {
  const processor = startProcessor({ waitLimit: 50 })
  const running = processor.run(await endlessFolder())
  const waiting = processor.run(await folderWith(await smallPhoto()), { who: ['a network'] })
  await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 })
  expect(LONGEST_UPLOAD_MS.wait + LONGEST_UPLOAD_MS.picture).toBeLessThan(CLIENT_LIMITS.silence)
  running.catch(() => {})
})

test('a picture that takes too much CPU time is rejected, and its process is replaced', async () => {
  const processor = startProcessor({ cpuLimit: 50 })
  const [large, small] = [await folderWith(await photo(2000, 1500)), await folderWith(await smallPhoto())]
  await expect(processor.run(large)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  expect((await startProcessor().run(small)).width).toBe(64)
})

test('pictures take turns: many slow ones of one network do not delay another', async () => {
  const processor = startProcessor({ timeLimit: 2000 })
  const done: string[] = []
  const run = async (folder: string, network: string) => {
    await processor.run(folder, { who: [network] }).catch(() => {})
    done.push(network)
  }
  const bad = Array.from({ length: 5 }, async () => run(await endlessFolder(), 'bad'))
  await expect.poll(() => processor.pids.length).toBe(1)
  await run(await folderWith(await smallPhoto()), 'good')
  expect(done.filter((network) => network === 'bad').length).toBeLessThanOrEqual(2)
  await processor.close()
  await Promise.all(bad)
})

test('a picture whose sender is gone loses its turn', async () => {
  const processor = startProcessor({ maxWaiting: 1 })
  const running = processor.run(await endlessFolder())
  const gone = new AbortController()
  const waiting = processor.run(await folderWith(await smallPhoto()), { signal: gone.signal })
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  const next = processor.run(await folderWith(await smallPhoto()))
  process.kill(processor.pids[0] ?? 0, 'SIGKILL')
  await expect(running).rejects.toMatchObject({ code: 'INTERNAL' })
  expect((await next).width).toBe(64)
})

test.each([
  [1, 1],
  [2, 2],
  [4, 2],
  [6, 3],
  [64, 4],
])('on a machine of %i cores %i processes run', (cores, processes) => {
  expect(defaultImageProcessCount(cores)).toBe(processes)
})

test('the process that decodes has no environment', async () => {
  vi.stubEnv('MATNANUM_TEST_SECRET', 'do not inherit')
  const processor = startProcessor()
  await processor.run(await folderWith(await smallPhoto()))
  const { stdout } = await promisify(execFile)('ps', ['eww', '-o', 'command=', '-p', String(processor.pids[0])])
  expect(stdout).toContain('image-process')
  expect(stdout).not.toContain('MATNANUM_TEST_SECRET')
})

test('an idle process ends by itself', async () => {
  const processor = startProcessor({ idleLimit: 50 })
  await processor.run(await folderWith(await smallPhoto()))
  const [pid] = processor.pids
  expect(isAlive(pid)).toBe(true)
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(processor.pids).toEqual([])
})

test('close ends the process and refuses what waits', async () => {
  const processor = startProcessor()
  const outcomes = Promise.allSettled([processor.run(await endlessFolder()), processor.run(await endlessFolder())])
  await expect.poll(() => processor.pids).toHaveLength(1)
  const [pid] = processor.pids
  await processor.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(isAlive(pid)).toBe(false)
  await expect(processor.run('nowhere')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('the process ends with the server, even if that is killed', async () => {
  const processorUrl = new URL('./image-worker.ts', import.meta.url).href
  const server = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { ImageProcessor } = await import(${JSON.stringify(processorUrl)})
    const processor = new ImageProcessor({ processes: 1 })
    processor.run(${JSON.stringify(await endlessFolder())})
    while (processor.pids.length === 0) await new Promise(setImmediate)
    console.log(processor.pids[0])`,
  ])
  const [line] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('a folder that cannot be written to fails with the message', async () => {
  const processor = startProcessor()
  const folder = await folderWith(await smallPhoto())
  // A folder in place of the file.
  await mkdir(path.join(folder, workFileNames.full))
  await expect(processor.run(folder)).rejects.toMatchObject({ code: 'INTERNAL', message: failures.imageUpload })
  expect((await processor.run(await folderWith(await smallPhoto()))).width).toBe(64)
})

test.each(['tiff', 'gif', 'webp', 'avif', 'svg'] as const)(
  'the process does not open %s, even if one passed the check of the first bytes',
  async (format) => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const content = format === 'svg' ? svg : await twoColourPicture(64, 48).toFormat(format).toBuffer()
    const running = startProcessor().run(await folderWith(content))
    await expect(running).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message: failures.imageUpload })
  },
)
