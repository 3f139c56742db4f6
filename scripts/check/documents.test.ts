import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig, mostConnections, settingNames } from '#server/platform/config.ts'
import { findPostgres } from '#server/platform/database/embedded/cluster.ts'
import { readRelease } from '#server/platform/release.ts'

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'docs/changing.md']
/** Created on first use, or by the operator. */
const MADE_LATER = ['.env', './data']

const read = (file: string) => readFileSync(file, 'utf8')
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))]
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const decisions = files.filter((file) => /^docs\/decisions\/\d/.test(file)).toSorted()
const texts = [...new Set([...DOCUMENTS, ...files.filter((file) => /^docs\/[^/]+\.md$/.test(file)), ...decisions])]
const numberOf = (decision: string) => path.basename(decision).slice(0, 2)

test.each(DOCUMENTS)('every script that %s names exists', (document) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const text = read(document)
  const named = [...all(text, /\bnpm run ([a-z][\w:-]*)/g), ...all(text, /\bnpm (start|test)\b/g)]
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('the newest release of CHANGELOG.md is that of package.json, dated as all are', () => {
  const headings = all(read('CHANGELOG.md'), /^## (.+)$/gm)
  expect(headings.filter((heading) => !/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/.test(heading))).toEqual([])
  const { version, date } = readRelease()
  expect(headings[0]).toBe(`${version} (${date})`)
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version })
})

test.each(texts)('every file and folder that %s names exists', (document) => {
  const text = read(document)
  const named = all(text, /`(\.{0,2}[\w/.-]+)`/g).filter(looksLikePath)
  const links = all(text, /\]\(([\w/.-]+)\)/g).map((link) => path.join(path.dirname(document), link))
  expect([...named.filter((name) => !isThere(name)), ...links.filter((link) => !existsSync(link))]).toEqual([])
})

test('.env.example lists every setting with its default', () => {
  const lines = [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)]
  const example = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))

  // The task sets the mode: `npm start` or `npm run dev`.
  const names = [...settingNames()].filter((name) => name !== 'NODE_ENV')
  expect(Object.keys(example).toSorted()).toEqual(names.toSorted())
  const defaults = loadConfig({})
  // They are the same limits, but set by their own variables.
  const effective = defaults.limits.effective.map((limit) => ({ ...limit, isOwn: true }))
  expect(loadConfig(example)).toEqual({ ...defaults, limits: { ...defaults.limits, effective } })
})

test('the files of deploy/ and the guide of operating set only what is a setting', () => {
  const set = {
    compose: Object.keys(compose.services.site.environment),
    unit: all(read('deploy/matnanum.service'), /^Environment=(\w+)=/gm),
    guide: all(read('docs/operating.md'), /^([A-Z_]+)=/gm),
    proxies: all(read('deploy/haproxy.cfg'), /\b([A-Z]+(?:_[A-Z]+)+)\b/g),
  }
  for (const [file, names] of Object.entries(set)) {
    expect(names.length, file).toBeGreaterThan(0)
    expect(
      names.filter((name) => !settingNames().has(name)),
      file,
    ).toEqual([])
  }
  const given = all(read('deploy/compose.env.example'), /^([A-Z_]+)=/gm)
  expect(all(read('deploy/compose.yml'), /\$\{([A-Z_]+)\}/g).toSorted()).toEqual(given.toSorted())
})

type Service = {
  environment: Record<string, string>
  env_file: unknown
  volumes: string[]
  command: string
}
const compose = parse(read('deploy/compose.yml')) as { services: Record<'site' | 'database' | 'proxy', Service> }

test('deploy/compose.yml hands every setting on but those that its containers fix', () => {
  const { site, database, proxy } = compose.services
  const image = Object.fromEntries(
    [...read('deploy/Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=') as [string, string]),
    ),
  )
  expect(site.env_file).toEqual([{ path: 'site.env', required: false }])
  expect(execFileSync('git', ['check-ignore', 'deploy/site.env'], { encoding: 'utf8' }).trim()).toBe('deploy/site.env')
  const own = Object.fromEntries(all(read('.env.example'), /^#([A-Z_]+)=/gm).map((name) => [name, 'of site.env']))
  const reached: Record<string, string> = { ...image, ...own, ...site.environment }
  const fixed = Object.keys(own).filter((name) => reached[name] !== 'of site.env')
  const needed = ['HOST', 'PORT', 'PUBLIC_ORIGIN', 'TRUST_PROXY', 'DATA_DIR', 'IMAGES_URL', 'DATABASE_URL']
  expect(fixed.toSorted()).toEqual(needed.toSorted())
  expect(reached).toMatchObject(image)

  const filled = (text: string) => text.replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => name.toLowerCase())
  const values = Object.entries(site.environment).map(([name, value]) => [name, filled(value)])
  const { port, databaseUrl, dataDir } = loadConfig(Object.fromEntries(values))
  const { POSTGRES_USER, POSTGRES_PASSWORD = '', POSTGRES_DB } = database.environment
  expect(databaseUrl).toContain(`//${POSTGRES_USER}:${filled(POSTGRES_PASSWORD)}@database:5432/${POSTGRES_DB}?`)
  expect(site.volumes).toEqual([`data:${dataDir}`])
  expect(proxy.command).toMatch(new RegExp(` --to site:${port}$`))
})

test('every guide makes the database with the same encoding and locale', () => {
  const [, encoding, provider, builtin, locale] =
    /encoding '(.+?)' locale_provider (\w+) builtin_locale '(.+?)' locale '(.+?)'/.exec(read('docs/operations.md')) ??
    []
  expect(encoding).toBe('UTF8')
  const wanted = { encoding, locale, 'locale-provider': provider, 'builtin-locale': builtin }
  const { POSTGRES_INITDB_ARGS = '' } = compose.services.database.environment
  const given = POSTGRES_INITDB_ARGS.split(' ').map((option) => option.replace(/^--/, '').split('='))
  expect(Object.fromEntries(given)).toEqual(wanted)
  const patroni = parse(read('deploy/patroni/patroni.yml')) as { bootstrap: { initdb: unknown[] } }
  expect(patroni.bootstrap.initdb).toEqual(
    expect.arrayContaining(Object.entries(wanted).map(([name, value]) => ({ [name]: value }))),
  )
  expect(read('docs/three-machines.md')).toContain(
    `encoding '${encoding}' locale_provider ${provider} builtin_locale '${builtin}' locale '${locale}'`,
  )
})

const systemd = spawnSync('systemd-analyze', ['--version'])

test.skipIf(systemd.error)('systemd knows every line of the unit, and starts it with the machine', () => {
  const { stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/matnanum.service'], { encoding: 'utf8' })
  // Whether this machine has that Node does not matter.
  expect(stderr.split('\n').filter((line) => line.includes('matnanum.service:'))).toEqual([])
  expect(read('deploy/matnanum.service')).toMatch(/^\[Install\]\nWantedBy=multi-user\.target$/m)
})

test('the guide of three machines, its files and the doctor name the same versions and lines of the log', () => {
  const [guide, patroni, haproxy] = [
    'docs/three-machines.md',
    'deploy/patroni/patroni.yml',
    'deploy/patroni/haproxy.cfg',
  ].map(read)
  const oldest = /OLDEST = \[(\d+), (\d+)\]/.exec(read('server/platform/doctor/check-patroni.ts'))?.slice(1).join('.')
  for (const text of [guide, patroni]) expect(all(text ?? '', /\b(\d+\.\d+) or newer/g)).toEqual([oldest])
  const { major } = findPostgres()
  for (const text of [guide, patroni, read('deploy/compose.yml')])
    expect(all(text ?? '', /\bpostgres(?:ql)?[-/:](\d+)\b/g)).toEqual([major])
  const lines = all(guide ?? '', /^\| matnanum: (.+?) \|/gm).flatMap((cell) => all(cell, /'([^']+)'/g))
  expect(lines).not.toEqual([])
  const sources = files.filter((file) => /^server\/.+\.ts$/.test(file)).map(read)
  expect(lines.filter((line) => !sources.some((source) => source.includes(line)))).toEqual([])
  const servers = all(guide ?? '', /'Server (\w+\/\w+) is DOWN'/g)
  const known = all(haproxy ?? '', /^ {2}server (\w+) /gm).map(
    (name) => `${/^listen (\w+)$/m.exec(haproxy ?? '')?.[1]}/${name}`,
  )
  expect(known).toEqual(expect.arrayContaining(servers))
})

test('the guides name the connections that a site opens, and three machines fit into those of patroni.yml', () => {
  const of = (processes: number, databaseReadUrls: string[], isPrimaryRead = false) =>
    mostConnections({ ...loadConfig({ WEB_CONCURRENCY: `${processes}` }), databaseReadUrls }, isPrimaryRead)
  const nodes = ['a', 'b', 'c']
  const [alone, reading] = [of(8, []), of(8, nodes)]
  const [eight, sixteen] = [of(8, nodes, true), of(16, nodes, true)]
  const scaling = read('docs/scaling.md')
  expect(scaling).toContain(`at most ${alone} with eight processes, ${reading} with replicas, ${eight} if the primary`)
  expect(scaling).toContain(`with eight processes ${alone} each, or ${reading} with \`DATABASE_READ_URL\``)
  const patroni = read('deploy/patroni/patroni.yml')
  const allowed = Number(/max_connections: (\d+)/.exec(patroni)?.[1])
  expect(patroni).toContain(`three of 16 processes open ${3 * sixteen}`)
  expect(3 * sixteen).toBeLessThan(allowed - 20)
  const guide = read('docs/three-machines.md')
  expect(guide).toContain(`${eight} with eight processes and ${sixteen} with sixteen`)
  expect(guide).toContain(`\`max_connections\`, ${allowed} in \`patroni.yml\``)
})

test('the index of the decisions lists each with its title', () => {
  const titles = decisions.map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? []
    expect(Number(number)).toBe(Number(numberOf(file)))
    return `- [${number}](${path.basename(file)}) ${title}`
  })
  expect(read('docs/decisions/README.md').match(/^- .+$/gm)).toEqual(titles)
})

test('every decision and every item of docs/product.md that is cited exists', () => {
  const known = new Set([...decisions.map(numberOf), ...all(read('docs/product.md'), /^### (P\d+a?)\. /gm)])
  const sources = files.filter((file) => /^(?!korea|bench\/results).*\.(?:ts|tsx|css|md|mjs|graphql)$/.test(file))
  const cited = sources.flatMap((file) => {
    const text = read(file)
    const numbers = [
      ...all(text, /\bdecisions\/(\d\d)\b/g),
      ...all(text, /\(P(\d+a?)\)/g).map((number) => `P${number}`),
    ]
    return numbers.map((number) => ({ file, number }))
  })
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([])
})

/** Has a folder or a file extension; a URL path starts with a slash, and a content type has a known first part. */
function looksLikePath(name: string): boolean {
  if (name.startsWith('/') || /^(?:text|image|application|multipart)\//.test(name)) return false
  return name.includes('/') || /\.(?:[cm]?[jt]sx?|json|md|css|graphql|sql|example)$/.test(name)
}

/** Relative to the project's folder or, in short form, the end of a path in it. */
function isThere(name: string): boolean {
  const named = name.replace(/\/$/, '')
  if (MADE_LATER.includes(named) || existsSync(named)) return true
  return files.some((file) => file.endsWith(`/${named}`) || `/${file}`.includes(`/${named}/`))
}
