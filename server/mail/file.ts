import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { Transport } from './transports.ts'
import { envelope } from './transports.ts'

export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mail')
}

/** Writes each mail to an `.eml` file that only its owner can read, and logs its path. */
export function createFileTransport(config: Config, log: FastifyBaseLogger): Transport {
  const folder = mailFolder(config.dataDir)
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(message, id) {
      const { message: eml } = await composer.sendMail(envelope(message, id, config.mail.from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name for every attempt; the file appears complete or not at all.
      const name = id.replace(/[<>]/g, '').replace(/@.*/, '')
      const file = path.join(
        folder,
        message.ticketName === undefined ? `${name}.eml` : `${name}.${message.ticketName}.eml`,
      )
      await writeFile(`${file}.part`, eml, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file }, 'mail written to a file: neither SMTP_URL nor EMAILJS_* is set')
    },
    close: () => composer.close(),
  }
}

const MAX_AGE_MS = 86_400_000

/** Useless temporary passwords go at once: `alive` returns the names of the tickets that still work. */
export async function eraseMailFiles(dataDir: string, alive: () => Promise<ReadonlySet<string>>): Promise<void> {
  const folder = mailFolder(dataDir)
  // Before querying `alive`: files written in between are not listed yet.
  const files = (await namesIn(folder)).flatMap((name) => parseName(name) ?? [])
  if (files.length === 0) return
  const living = await alive()
  for (const { name, ticketName } of files) {
    const file = path.join(folder, name)
    if ((ticketName !== undefined && !living.has(ticketName)) || (await isOld(file))) await rm(file, { force: true })
  }
}

function parseName(name: string): { name: string; ticketName: string | undefined } | null {
  const match = /^[0-9a-f]{32}(?:\.([0-9a-f]{32}))?\.eml(?:\.part)?$/.exec(name)
  return match && { name, ticketName: match[1] }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Another instance may have deleted it just now. */
async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return mtimeMs < Date.now() - MAX_AGE_MS
}
