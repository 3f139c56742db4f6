import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

type Ended = { code: unknown; output: string; errors: string }

function run(script: string, ...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${script}.ts`, ...args], (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output, errors }),
    )
  })
}

const commands = ['admin', 'backup', 'doctor', 'pictures-move', 'places-import', 'restore']

test.each(commands)('%s prints its usage when asked, and refuses what it does not know', async (script) => {
  const used = expect.stringMatching(`^Usage: npm run ${script.replace('-', ':')}\\b`)
  expect(await run(script, '--help')).toEqual({ code: 0, output: used, errors: '' })
  const refused = expect.stringMatching(/^There is no option --foo\.\n\nUsage: npm run /)
  expect(await run(script, '--foo')).toEqual({ code: 1, output: '', errors: refused })
})

test.each([
  ['foo', 'There is no command "foo".'],
  ['', 'A command is missing.'],
  ['grant', 'EMAIL is missing.'],
  ['grant me@example.kr king', '"king" is no role: it is moderator or admin.'],
  ['grant me@example.kr admin now', '"now" is one argument too many.'],
  ['revoke me@example.kr admin', '"admin" is one argument too many.'],
  ['list all', '"all" is one argument too many.'],
])('admin "%s" says what is wrong', async (args, sentence) => {
  const { code, errors } = await run('admin', ...args.split(' ').filter(Boolean))
  expect(code).toBe(1)
  expect(errors).toMatch(`${sentence}\n\nUsage: npm run admin -- grant`)
})
