import { unlimited } from '#tests/unlimited.ts'
import { startMailbox } from './mailbox.ts'
import { startApp } from './running-app.ts'

/** Starts the application of all browser tests, with a mail server that keeps what it is sent; returns what stops them. */
export default async function startServer(): Promise<() => Promise<void>> {
  const mailbox = await startMailbox()
  const app = await startApp('e2e-server', { SMTP_URL: mailbox.url, NOTICE_SECONDS: '0', ...unlimited }).catch(
    async (error: unknown) => {
      await mailbox.close()
      throw error
    },
  )
  process.env.E2E_ORIGIN = app.origin
  process.env.E2E_DATA_DIR = app.dataDir
  process.env.E2E_MAILBOX = mailbox.folder
  return async () => {
    await app.stop()
    await mailbox.close()
  }
}
