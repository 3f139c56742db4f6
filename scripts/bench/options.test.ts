import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test.each([
  ['soak -- --minutes 1', ['soak'], 1],
  ['soak --minutes 1', ['soak'], 1],
  ['--minutes 0.5 -- feed soak', ['feed', 'soak'], 0.5],
  ['feed', ['feed'], 30],
])('"%s" names %j and lasts %d minutes', (command, names, minutes) => {
  expect(readOptions(command.split(' '))).toMatchObject({ names, options: { minutes } })
})

test.each(['--minutes ten', '--minutes 0', '--minute 10', '--posts -1', '--minutes', '--gigabytes 2GB'])(
  '"%s" is refused, instead of running with something else',
  (command) => {
    expect(() => readOptions(['soak', '--', ...command.split(' ')])).toThrow()
  },
)
