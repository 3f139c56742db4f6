import path from 'node:path'
import type { Database } from '#server/platform/database/connect.ts'
import { addPerson, type Person } from '../post-site.ts'
import { type Application, prepareApplication } from './application.ts'
import { Ledger } from './ledger.ts'

/** The running site, people who use it, and the ledger of what it acknowledged to them. */
export type Crowd = {
  application: Application
  db: Database
  ledger: Ledger
  people: Person[]
  close(): Promise<void>
}

/** Starts the site with that many people. */
export async function startCrowd(count: number, env: Record<string, string>): Promise<Crowd> {
  const application = await prepareApplication({ env })
  await application.start()
  const db = await application.openDatabase()
  const ledger = new Ledger(path.join(application.config.dataDir, 'ledger'))
  const people = await Promise.all(Array.from({ length: count }, () => addPerson({ ...application, db })))
  const close = async () => {
    ledger.close()
    await application.close()
  }
  return { application, db, ledger, people, close }
}
