export type Env = Readonly<Record<string, string | undefined>>

/** At most `count` times in `seconds`. */
export type Limit = Readonly<{ count: number; seconds: number }>

export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigError'
    this.faults = faults
  }
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Longest time of a limit in seconds, a year; the database stores seconds as an integer. */
const LONGEST_LIMIT = 365 * 86_400

export class EnvReader {
  readonly faults: string[] = []
  readonly names = new Set<string>()
  readonly #env: Env

  constructor(env: Env) {
    this.#env = env
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback
  }

  optional(name: string): string | null {
    this.names.add(name)
    return this.#env[name]?.trim() || null
  }

  oneOf<const Name extends string>(name: string, names: readonly Name[], fallback: NoInfer<Name>): Name {
    const value = this.text(name, fallback)
    const known = names.find((one) => one === value)
    if (known === undefined) this.faults.push(`${name} must be one of ${names.join(', ')}, but is "${value}".`)
    return known ?? fallback
  }

  list(name: string): string[] {
    return this.text(name, '')
      .split(',')
      .flatMap((part) => part.trim() || [])
  }

  /** A whole number; `fallback` after a fault, so that the fault causes no further ones. */
  whole(name: string, fallback: number, min: number, max: number): number {
    const value = Number(this.text(name, String(fallback)))
    if (Number.isInteger(value) && value >= min && value <= max) return value
    this.faults.push(`${name} must be a whole number from ${min} to ${max}, but is "${this.#env[name]}".`)
    return fallback
  }

  onOff(name: string, fallback: boolean): boolean {
    const value = this.text(name, fallback ? 'on' : 'off')
    if (value !== 'on' && value !== 'off') this.faults.push(`${name} must be on or off, but is "${value}".`)
    return value === 'on'
  }

  limit(name: string, fallback: string): Limit {
    const match = /^([1-9]\d{0,6})\/([1-9]\d{0,4})([smhd])$/.exec(this.text(name, fallback))
    const limit = { count: Number(match?.[1]), seconds: Number(match?.[2]) * (SECONDS[match?.[3] ?? ''] ?? 0) }
    if (!match || limit.seconds > LONGEST_LIMIT) {
      const form = `${fallback} (a number, then a time in s, m, h or d, 365d at most)`
      this.faults.push(`${name} must look like ${form}, but is "${this.#env[name]}".`)
    }
    return limit
  }

  /** Seconds of a time such as 12h. */
  time(name: string, fallback: string): number {
    const match = /^([1-9]\d{0,4})([smhd])$/.exec(this.text(name, fallback))
    if (!match) this.faults.push(`${name} must be a time such as ${fallback} or 12h, but is "${this.#env[name]}".`)
    return Number(match?.[1]) * (SECONDS[match?.[2] ?? ''] ?? 0)
  }

  url(name: string): string | null {
    const value = this.optional(name)
    if (value === null) return null
    if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
      this.faults.push(`${name} must be an http or https address, but is "${value}".`)
      return null
    }
    return value.replace(/\/+$/, '')
  }
}
