import { readFileSync } from 'node:fs'

/** `date` is that of the version in CHANGELOG.md; null in a copy without that file. */
export type Release = Readonly<{ version: string; date: string | null; commit: string | null }>

export function readRelease(): Release {
  const { version } = JSON.parse(read('package.json') ?? '{}') as { version: string }
  return { version, date: dateOf(version), commit: readCommit()?.slice(0, 12) ?? null }
}

/** From the heading of the version: '## 0.2.0 (2026-11-29)'. */
function dateOf(version: string): string | null {
  const headings = (read('CHANGELOG.md') ?? '').matchAll(/^## (\S+) \((\d{4}-\d\d-\d\d)\)$/gm)
  return [...headings].find(([, name]) => name === version)?.[2] ?? null
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
