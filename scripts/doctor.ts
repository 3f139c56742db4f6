import { readEnvironment } from '#server/platform/config.ts'
import { examineSite } from '#server/platform/doctor/examine.ts'
import { product } from '#server/product/product.ts'
import { runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run doctor [-- --mail ADDRESS]

Says what is wrong with the site, one sentence a line: ✓ is fine, ! is worth a look, ✗ is a fault. The site may run or
be stopped. The exit code is 1 if there is a fault.

  --mail ADDRESS  also sends a mail there`

runCommand({ usage: USAGE, options: { mail: { type: 'string' } } }, async ({ values }) => {
  const marks: string[] = []
  for await (const { mark, sentence } of examineSite(readEnvironment(), values.mail ?? null, product)) {
    console.log(`${mark} ${sentence}`)
    marks.push(mark)
  }
  const count = (wanted: string) => marks.filter((mark) => mark === wanted).length
  console.log(`${count('✗')} ${count('✗') === 1 ? 'fault' : 'faults'} (✗), ${count('!')} to look at (!).`)
  if (count('✗') > 0) process.exitCode = 1
})
