import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import { envelope } from './smtp.ts'
import type { Transport } from './transport.ts'

/** Folder of the mails that are written to files. */
export function mailFolder(dataDir: string): string {
  return path.join(dataDir, 'mail')
}

/**
 * Writes each mail to an `.eml` file in the data folder, readable only by its owner, and logs its path.
 * `eraseMailFiles` deletes them.
 */
export function createFileTransport(config: Config, log: FastifyBaseLogger): Transport {
  const folder = mailFolder(config.dataDir)
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(message, id) {
      const { message: eml } = await composer.sendMail(envelope(message, id, config.mail.from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // The same name for every attempt; the file appears complete or not at all.
      const name = id.replace(/[<>]/g, '').replace(/@.*/, '')
      const file = path.join(folder, message.tells === undefined ? `${name}.eml` : `${name}.${message.tells}.eml`)
      await writeFile(`${file}.part`, eml, { mode: 0o600 })
      await rename(`${file}.part`, file)
      log.info({ file }, 'mail written to a file: neither SMTP_URL nor EMAILJS_* is set')
    },
    close: () => composer.close(),
  }
}
