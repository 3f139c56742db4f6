import { expect, test } from 'vitest'
import { readArguments } from './run-command.ts'

const usage = 'Usage: npm run example -- FILE'
const line = {
  usage,
  needs: ['FILE'],
  more: 1,
  options: { all: { type: 'boolean' }, mail: { type: 'string' } },
} as const

test.each([
  ['--foo', 'There is no option --foo.'],
  ['a --foo=1', 'There is no option --foo.'],
  ['a -x', 'There is no option -x.'],
  ['', 'FILE is missing.'],
  ['a b c d', '"c" is one argument too many.'],
  ['a --all=yes', '--all takes no value.'],
  ['a --mail', '--mail needs a value.'],
  ['a --mail --all', '--mail needs a value.'],
  ['a --mail=', '--mail needs a value.'],
])('"%s" is refused with a sentence and the usage', (args, sentence) => {
  expect(() => readArguments(args.split(' ').filter(Boolean), line)).toThrow(`${sentence}\n\n${usage}`)
})

test('options and operands are read in any order, and after -- there are only operands', () => {
  expect(readArguments(['--mail', 'me@example.kr', 'a', '--all'], line)).toMatchObject({
    values: { all: true, mail: 'me@example.kr' },
    positionals: ['a'],
  })
  expect(readArguments(['--', '--all', '-x'], line)).toMatchObject({ values: {}, positionals: ['--all', '-x'] })
})

test('help is given whatever else is asked', () => {
  for (const args of [['--help'], ['-h'], ['a', 'b', 'c', '--help'], ['--foo', '--help']]) {
    expect(readArguments(args, line)).toBeNull()
  }
})
