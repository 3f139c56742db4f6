import { startMailbox } from './mailbox.ts'
import { startApp } from './running-app.ts'

/** Every person of the tests comes from one address, and there are more of them in an hour than in a day of a school. */
const UNLIMITED = { LIMIT_SIGNUP: '1000000/1h', LIMIT_POST_ADDRESS: '1000000/1h', LIMIT_CHANGE_ADDRESS: '1000000/1h' }

/** Starts the application of all browser tests, with a mail server that keeps what it is sent; returns what stops them. */
export default async function startServer(): Promise<() => Promise<void>> {
  const mailbox = await startMailbox()
  const app = await startApp('e2e-server', { SMTP_URL: mailbox.url, NOTICE_SECONDS: '0', ...UNLIMITED }).catch(
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
