import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Bucket } from './bucket.ts'
import { parseBucket } from './config/storage-config.ts'

// A store may lie: its operator, or a thief of its key, can answer anything.

let bucket: Bucket
let requests: number
let closed: number
let answer: (response: ServerResponse) => void
const server = createServer((_, response) => {
  requests++
  response.on('close', () => closed++)
  answer(response)
})

beforeEach(async () => {
  ;[requests, closed] = [0, 0]
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const config = parseBucket(`s3+http://KEY:SECRET@127.0.0.1:${port}/bucket`)
  if (config === null) throw new Error('no bucket')
  bucket = new Bucket(config, { answerMs: 10_000, attempts: 1 })
})
afterEach(async () => {
  bucket.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const page = (keys: readonly string[]) =>
  `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${requests}</NextContinuationToken>${keys
    .map((key) => `<Contents><Key>${key}</Key></Contents>`)
    .join('')}</ListBucketResult>`

/** Sends bytes until the other side has had enough, or `megabytes`. */
function pour(response: ServerResponse, megabytes: number): void {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let sent = 0
  const more = () => {
    while (sent < megabytes) {
      sent++
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

test('a folder without an end is given up, whether its pages are full or empty', async () => {
  const names = Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(1000, 'n'))
  answer = (response) => response.end(page(names))
  await expect(bucket.listFolder('log/')).rejects.toThrow('it lists more than a site ever has there')
  expect(requests).toBeLessThan(12)
  requests = 0
  answer = (response) => response.end(page([]))
  await expect(bucket.listFolder('log/')).rejects.toThrow('it lists more than a site ever has there')
  expect(requests).toBe(300)
})

test('an answer without an end is given up after some megabytes, also one that refuses', async () => {
  const tooLong = 'it answers with more than 16 MB'
  answer = (response) => pour(response, 64)
  await expect(bucket.listFolder('')).rejects.toThrow(tooLong)
  await expect(bucket.put('x', 'x')).rejects.toThrow(tooLong)
  answer = (response) => pour(response.writeHead(500), 64)
  await expect(bucket.listFolder('')).rejects.toThrow(tooLong)
  await expect(buffer(bucket.read('x'))).rejects.toThrow(tooLong)
  await expect.poll(() => closed).toBe(4)
})

test('an object may be larger', async () => {
  answer = (response) => pour(response, 24)
  expect((await buffer(bucket.read('x'))).length).toBe(24 * 1024 * 1024)
})
