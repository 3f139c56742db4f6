import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { ConfigError } from '#server/platform/env-reader.ts'
import { AppError } from '#server/platform/errors.ts'
import { StartError } from '#server/platform/start-error.ts'

/** Arguments that a command of `npm run` takes. */
export type CommandLine<Options extends ParseArgsOptionsConfig> = Readonly<{
  /** Printed by --help, and below the sentence about a wrong command line. */
  usage: string
  options?: Options
  /** Names of required operands. */
  needs?: readonly string[]
  /** Number of optional operands. */
  more?: number
}>

const HELP = { help: { type: 'boolean', short: 'h' } } as const

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>

/** Error for a wrong command line: a sentence, and the usage below it. */
export const usageError = (sentence: string, usage: string): StartError => new StartError(`${sentence}\n\n${usage}`)

/**
 * Reads the arguments of a command; null if they ask for help.
 * @throws {StartError} which says what is wrong with them, with the usage
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { usage, options, needs = [], more = 0 }: CommandLine<Options>,
): Values<Options> | null {
  const config = { args: [...args], options: { ...options, ...HELP }, allowPositionals: true } as const
  // Node's own errors advise how to quote an option, and have no usage.
  const { values, positionals, tokens } = parseArgs({ ...config, strict: false, tokens: true })
  if (values.help === true) return null
  const known = new Map<string, { type: 'string' | 'boolean' }>(Object.entries(config.options))
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const type = known.get(name)?.type
    if (type === undefined) throw usageError(`There is no option ${rawName}.`, usage)
    if (type === 'boolean' && value !== undefined) throw usageError(`${rawName} takes no value.`, usage)
    if (type === 'string' && (!value || (!inlineValue && value.startsWith('-'))))
      throw usageError(`${rawName} needs a value.`, usage)
  }
  const missing = needs[positionals.length]
  if (missing !== undefined) throw usageError(`${missing} is missing.`, usage)
  const surplus = positionals[needs.length + more]
  if (surplus !== undefined) throw usageError(`"${surplus}" is one argument too many.`, usage)
  return parseArgs({ args: [...args], options: (options ?? {}) as Options, allowPositionals: true })
}

/**
 * Runs a command of `npm run` with its arguments, or prints its usage if they ask for help. Errors that the operator
 * can fix are printed as a sentence, with exit code 1; so are other failures if `failed` names the result, such as 'Not
 * moved'.
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  line: CommandLine<Options> & { readonly failed?: string },
  command: (given: Values<Options>) => Promise<void>,
): Promise<void> {
  try {
    const given = readArguments(process.argv.slice(2), line)
    if (given) await command(given)
    else console.log(line.usage)
  } catch (error) {
    const isPlain = error instanceof StartError || error instanceof ConfigError || error instanceof AppError
    if (isPlain) console.error(error.message)
    else if (line.failed !== undefined && error instanceof Error) console.error(`${line.failed}: ${error.message}`)
    else throw error
    process.exitCode = 1
  }
}
