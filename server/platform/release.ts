import { readFileSync } from 'node:fs'

export type Release = Readonly<{ version: string; commit: string | null }>

export function readRelease(): Release {
  const { version } = JSON.parse(read('package.json') ?? '{}') as { version: string }
  return { version, commit: readCommit()?.slice(0, 12) ?? null }
}

function readCommit(): string | null {
  const head = read('.git/HEAD')?.trim()
  const [, branch] = /^ref: (.+)$/.exec(head ?? '') ?? []
  if (branch === undefined) return head ?? null
  const packed = () =>
    read('.git/packed-refs')
      ?.split('\n')
      .find((line) => line.endsWith(` ${branch}`))
  return (read(`.git/${branch}`) ?? packed())?.trim() ?? null
}

function read(file: string): string | null {
  try {
    return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  } catch {
    return null
  }
}
