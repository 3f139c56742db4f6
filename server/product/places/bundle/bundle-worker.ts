import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../../../platform/database/connect.ts'
import { loadBundle, loadBundleExtras, removeBundle } from './load-bundle.ts'

const { databaseUrl, isWanted } = workerData as { databaseUrl: string; isWanted: boolean }
const { db } = connect(databaseUrl, 1)
try {
  if (isWanted) {
    parentPort?.postMessage(await loadBundle(db))
    await loadBundleExtras(db)
  } else {
    await removeBundle(db)
    parentPort?.postMessage(0)
  }
} finally {
  await db.destroy()
}
