import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type ReceivedMail, startMailServer } from '#tests/mail-server.ts'

/** A real SMTP server that lays each mail it is sent into a folder, where the tests, in processes of their own, read it. */
export async function startMailbox(): Promise<{ url: string; folder: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-mail-'))
  let count = 0
  const server = await startMailServer({
    onMail: (mail) =>
      writeFileSync(path.join(folder, `${String(++count).padStart(6, '0')}.json`), JSON.stringify(mail)),
  })
  return {
    url: server.url,
    folder,
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The mails that this address was sent, oldest first. */
export async function readMails(folder: string, to: string): Promise<ReceivedMail[]> {
  const names = (await readdir(folder)).sort()
  const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').then(parse)))
  return mails.filter((mail) => mail?.to.includes(to)) as ReceivedMail[]
}

/** A file that is still being written is no mail yet. */
function parse(text: string): ReceivedMail | null {
  return text.endsWith('}') ? (JSON.parse(text) as ReceivedMail) : null
}
