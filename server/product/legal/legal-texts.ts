import { createHash } from 'node:crypto'
import { access, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { LegalText, QueryGetLegalTextArgs } from '#contract/schema.gen.ts'
import { failures } from '#rules/errors.ts'
import { isLegalName, type LegalName, legalNames, legalTitles } from '#rules/legal.ts'
import { sitePageNumber } from '#rules/look.ts'
import { loginProviderNames, loginProviders } from '#rules/provider-login.ts'
import type { Config } from '../../platform/config.ts'
import type { OperationContext } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { createFile } from '../../platform/lasting-file.ts'
import { asStartError } from '../../platform/start-error.ts'
import { loadConfigWithSiteName } from '../look/load-look.ts'

type Place = Pick<Config, 'dataDir' | 'siteName' | 'contact' | 'logins'>

const LARGEST = 200_000

const fileOf = (folder: string, name: LegalName) => path.join(folder, `${name}.md`)
const folderOf = ({ dataDir }: Pick<Place, 'dataDir'>) => path.join(dataDir, 'legal')
const templates = path.join(import.meta.dirname, 'templates')

/** Copies the missing templates to the data folder, where the operator edits them. @throws {StartError} */
export async function copyLegalTemplates(place: Pick<Place, 'dataDir'>): Promise<void> {
  const folder = folderOf(place)
  await asStartError(`The folder ${folder} cannot be used`, copyMissing(folder))
}

async function copyMissing(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of legalNames) {
    const file = fileOf(folder, name)
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (!isThere) await createFile(file, await readFile(fileOf(templates, name)))
  }
}

/** Reads a legal text from the data folder as HTML, without raw HTML and scripts. Its version is from the SHA-256 of the text. */
export async function readLegalText(place: Place, name: LegalName): Promise<LegalText> {
  const markdown = (await readStart(fileOf(folderOf(place), name))) ?? (await readStart(fileOf(templates, name))) ?? ''
  const text = fillIn(name === 'privacy' ? markdown + (await providersText(place)) : markdown, place)
  return {
    name,
    title: legalTitles[name],
    html: await toHtml(text),
    version: versionOf(text),
  }
}

/** Paragraph about the login providers that are set up. It follows the privacy policy, also one that the operator has written. */
async function providersText({ logins }: Place): Promise<string> {
  const names = loginProviders.flatMap((provider) => (logins[provider] ? [loginProviderNames[provider]] : []))
  if (names.length === 0) return ''
  const text = await readFile(path.join(templates, 'provider-logins.md'), 'utf8')
  return `\n\n${text.replaceAll('{{providers}}', names.join('와 '))}`
}

async function readStart(file: string): Promise<string | null> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LARGEST), 0, LARGEST, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

function fillIn(markdown: string, { siteName, contact }: Place): string {
  const name = siteName.replace(/[!-/:-@[-`{-~]/g, '\\$&')
  return markdown
    .replaceAll('{{site}}', () => name)
    .replaceAll('{{contact}}', () => (contact ? `<${contact}>` : '운영자'))
}

/** The terms, the privacy policy, the location notice or a page of the site. @throws {AppError} NOT_FOUND for another name */
export async function getLegalText(context: OperationContext, { name }: QueryGetLegalTextArgs): Promise<LegalText> {
  const text = isLegalName(name)
    ? await readLegalText(await loadConfigWithSiteName(context), name)
    : await readSitePage(context, name)
  if (!text) throw new AppError('NOT_FOUND', { message: failures.notFound })
  return text
}

/** A page that an admin wrote (`look/set-look.ts`); null if there is none. */
async function readSitePage({ db }: OperationContext, name: string): Promise<LegalText | null> {
  const place = sitePageNumber(name)
  if (place === null) return null
  const page = await db.selectFrom('site_pages').select(['title', 'text']).where('place', '=', place).executeTakeFirst()
  return page ? { name, title: page.title, html: await toHtml(page.text), version: versionOf(page.text) } : null
}

/** Makes HTML of Markdown; raw HTML in it is escaped, and links to scripts lead nowhere. */
async function toHtml(markdown: string): Promise<string> {
  const { micromark } = await import('micromark')
  return micromark(markdown)
}

function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
