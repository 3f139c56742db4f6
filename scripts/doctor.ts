import { parseArgs } from 'node:util'
import { readEnvironment } from '#server/config.ts'
import { examine } from '#server/doctor/examine.ts'
import { runCommand } from './programs/run-program.ts'

/**
 * `npm run doctor` says what is wrong with the site, one sentence a line; `--mail ADDRESS` also sends a mail there. Exit
 * code 1 if there is a fault (✗).
 */
runCommand(async (args) => {
  const { values } = parseArgs({ args: [...args], options: { mail: { type: 'string' } } })
  const marks: string[] = []
  for await (const { mark, sentence } of examine(readEnvironment(), values.mail ?? null)) {
    console.log(`${mark} ${sentence}`)
    marks.push(mark)
  }
  const count = (wanted: string) => marks.filter((mark) => mark === wanted).length
  console.log(`${count('✗')} faults (✗), ${count('!')} to look at (!).`)
  if (count('✗') > 0) process.exitCode = 1
})
