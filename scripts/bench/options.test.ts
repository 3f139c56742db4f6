import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test.each([
  ['attacks -- --minutes 1', ['attacks'], 1],
  ['attacks --minutes 1', ['attacks'], 1],
  ['--minutes 0.5 -- feed attacks', ['feed', 'attacks'], 0.5],
  ['feed', ['feed'], 10],
])('"%s" names %j and lasts %d minutes', (command, names, minutes) => {
  expect(readOptions(command.split(' '))).toMatchObject({ names, options: { minutes } })
})

test.each(['--minutes ten', '--minutes 0', '--minute 10', '--posts -1', '--minutes'])(
  '"%s" is refused, instead of running with something else',
  (command) => {
    expect(() => readOptions(['attacks', '--', ...command.split(' ')])).toThrow()
  },
)
