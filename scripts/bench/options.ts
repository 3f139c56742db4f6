import { parseArgs } from 'node:util'

/** Options of the benches, given after their names: `npm run bench -- soak -- --minutes 1`. */
export type BenchOptions = Readonly<{
  /** How long `soak` lasts. */
  minutes: number
  /** Posts that an empty database is filled with. */
  posts: number
  /** Size of the backup that `backup` makes. */
  gigabytes: number
  /** `growth` sends only the kinds of requests whose names contain this; null for all. */
  only: string | null
}>

/**
 * Reads names of benches and options from a command line. npm passes the second `--` on, unless the first is missing, so
 * `--` is ignored here.
 * @throws {Error} with a sentence for an option that is unknown or has no usable value
 */
export function readOptions(args: readonly string[]): { names: string[]; options: BenchOptions } {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '30' },
      posts: { type: 'string', default: '1000000' },
      gigabytes: { type: 'string', default: '2' },
      only: { type: 'string' },
    },
  })
  const options = {
    minutes: readAmount('minutes', values.minutes),
    posts: readAmount('posts', values.posts),
    gigabytes: readAmount('gigabytes', values.gigabytes),
    only: values.only ?? null,
  }
  return { names: positionals, options }
}

function readAmount(name: string, text: string): number {
  const amount = Number(text)
  if (Number.isFinite(amount) && amount > 0) return amount
  throw new Error(`--${name} must be a number above 0, but is "${text}".`)
}

/** The options of the bench that is running. */
export const currentOptions = (): BenchOptions => readOptions(process.argv.slice(2)).options
