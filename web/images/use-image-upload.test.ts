import { beforeEach, expect, test, vi } from 'vitest'
import { READER_HEADER } from '#contract/reader-state.ts'
import { type ErrorCode, errorMessages, failures } from '#rules/errors.ts'
import { viewer } from '#tests/viewer.ts'
import { prepareImage, progressText, RefusedImage, uploadImage } from './use-image-upload.ts'

/** The server's answer; null without a network. */
let answer: { status: number; text: string } | null

class FakeRequest extends EventTarget {
  upload = new EventTarget()
  status = answer?.status ?? 0
  responseText = answer?.text ?? ''
  open() {}
  setRequestHeader(name: string, value: string) {
    sent.push([name, value])
  }
  send() {
    this.dispatchEvent(new Event(answer ? 'load' : 'error'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return () => void vi.unstubAllGlobals()
})

let sent: [name: string, value: string][] = []
const setSession = vi.fn()
const store = { viewer, setSession }

const upload = () =>
  uploadImage(new File(['text'], 'bad.jpg'), { store, signal: new AbortController().signal, onProgress: () => {} })

function refuse(status: number, code: ErrorCode, message: string = errorMessages[code]) {
  answer = { status, text: JSON.stringify({ errors: [{ message, extensions: { code } }] }) }
}

test('a file that the server refuses is refused for good', async () => {
  refuse(400, 'BAD_USER_INPUT', failures.imageType)
  await expect(upload()).rejects.toEqual(new RefusedImage(failures.imageType))
  await expect(upload()).rejects.toBeInstanceOf(RefusedImage)
  refuse(413, 'TOO_LARGE')
  await expect(upload()).rejects.toEqual(new RefusedImage(errorMessages.TOO_LARGE))
  answer = { status: 413, text: '<h1>Request Entity Too Large</h1>' }
  await expect(upload()).rejects.toBeInstanceOf(RefusedImage)
  await expect(upload()).rejects.toThrow(errorMessages.TOO_LARGE)
})

test('without a network, above a limit and while the server fails, the same file may be sent again', async () => {
  const mayBeRetried = async (message: string) => {
    const error = await upload().catch((error: unknown) => error)
    expect(error).toEqual(new Error(message))
    expect(error).not.toBeInstanceOf(RefusedImage)
  }
  answer = null
  await mayBeRetried(failures.offline)
  refuse(429, 'RATE_LIMITED')
  await mayBeRetried(errorMessages.RATE_LIMITED)
  refuse(503, 'UNAVAILABLE')
  await mayBeRetried(errorMessages.UNAVAILABLE)
  answer = { status: 502, text: '<h1>Bad Gateway</h1>' }
  await mayBeRetried(failures.imageUpload)
})

test('an accepted picture gets its address', async () => {
  answer = { status: 200, text: '{"url":"/images/a.webp"}' }
  expect(await upload()).toBe('/images/a.webp')
})

test('the progress is told in whole percents, and at the end that the server is at work', () => {
  expect(['preparing', 0, 0.999, 1].map((step) => progressText(step as 'preparing' | number))).toEqual([
    '준비하는 중',
    '0%',
    '99%',
    '마무리하는 중',
  ])
})

test('a picture says for whom the page is, and a refusal for another account is heard and may be tried again', async () => {
  sent = []
  refuse(409, 'OTHER_ACCOUNT')
  const error = await upload().catch((error: unknown) => error)
  expect(error).toEqual(new Error(errorMessages.OTHER_ACCOUNT))
  expect(error).not.toBeInstanceOf(RefusedImage)
  expect(sent).toEqual([[READER_HEADER, viewer.jwt]])
  expect(setSession.mock.calls).toEqual([['other']])
})

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const HEIC = Buffer.from('\0\0\0\x18ftypmif1')
const prepare = (head: Buffer, name: string, type = '') =>
  prepareImage(new File([new Uint8Array(head), 'more'], name, { type }), new AbortController().signal)

test('a JPEG or PNG is taken whatever its name and declared type', async () => {
  for (const name of ['photo.jfif', 'photo.jpe', 'photo.JFIF', 'photo', '사진.pjpeg', 'photo.jpg.bin', 'photo.gif'])
    for (const head of [JPEG, PNG]) expect((await prepare(head, name)).name).toBe(name)
  expect((await prepare(JPEG, 'photo.jfif', 'application/octet-stream')).name).toBe('photo.jfif')
})

test('what is no picture that can be uploaded is refused whatever its name', async () => {
  const others = [
    'GIF89a',
    'RIFF....WEBPVP8 ',
    '%PDF-1.7',
    '<svg xmlns=""/>',
    'BM......',
    '\0\0\0\x18ftypisom',
    '\x89PNG',
    '',
  ]
  for (const head of others)
    for (const name of ['photo.jpg', 'photo.png', 'photo.heic'])
      await expect(prepare(Buffer.from(head, 'latin1'), name, 'image/jpeg')).rejects.toEqual(
        new RefusedImage(failures.imageType),
      )
})

test('a HEIC photo is sent as the JPEG that the browser makes of it, and is refused where it makes none', async () => {
  await expect(prepare(HEIC, 'IMG_0004.HEIC')).rejects.toEqual(new RefusedImage(failures.imageType))
  class FakeWorker extends EventTarget {
    postMessage({ mustBeJpeg }: { mustBeJpeg: boolean }) {
      const jpeg = mustBeJpeg ? new Blob(['jpeg']) : null
      this.dispatchEvent(new MessageEvent('message', { data: { width: 300, height: 200, jpeg } }))
    }
    terminate() {}
  }
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal('Worker', FakeWorker)
  for (const name of ['IMG_0004.HEIC', 'IMG_0004']) {
    const file = await prepare(HEIC, name)
    expect([file.name, file.type, await file.text()]).toEqual(['IMG_0004.jpg', 'image/jpeg', 'jpeg'])
  }
})

test('a file that can no longer be read may be tried again', async () => {
  const gone = new File([new Uint8Array(JPEG)], 'photo.jpg')
  vi.spyOn(gone, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  } as never)
  const error = await prepareImage(gone, new AbortController().signal).catch((error: unknown) => error)
  expect(error).toEqual(new Error(failures.imageUpload))
  expect(error).not.toBeInstanceOf(RefusedImage)
})
