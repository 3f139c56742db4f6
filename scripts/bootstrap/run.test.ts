import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
// @ts-expect-error: plain JavaScript without types, for any Node
import { heapMb } from './run.mjs'

test.each([
  'HEAP_MB=512',
  '\uFEFFHEAP_MB=512\r\nPORT=4000\r\n',
  'PORT=4000\n  export HEAP_MB = "512" # enough\n',
  "HEAP_MB=256\nHEAP_MB='512'\n",
  '#HEAP_MB=256\nHEAP_MB=512',
])('the heap size is read from .env like the server does: %j', (text) => {
  expect(loadConfig(parseEnv(text.replace('\uFEFF', ''))).heapMb).toBe(512)
  expect(heapMb({}, text)).toBe(512)
})

test("the environment wins over .env, and without either it is the server's default", () => {
  expect(heapMb({ HEAP_MB: '640' }, 'HEAP_MB=512')).toBe(640)
  expect(heapMb({}, '')).toBe(loadConfig({}).heapMb)
})

test.each(['64', '1GB', '-1', 'much', '', '9999999'])('HEAP_MB=%s is not a heap size', (value) => {
  expect(heapMb({ HEAP_MB: value }, '')).toBe(loadConfig({}).heapMb)
})
