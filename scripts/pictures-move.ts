import { loadConfig, readEnvironment } from '#server/platform/config.ts'
import { connect } from '#server/platform/database/connect.ts'
import { startDatabase } from '#server/platform/database/start-database.ts'
import { imageFolder } from '#server/platform/pictures/images.ts'
import { ObjectStore } from '#server/platform/pictures/object-store.ts'
import { copyImages, FolderStore } from '#server/platform/pictures/store.ts'
import { runCommand, usageError } from './programs/run-command.ts'

const USAGE = `Usage: npm run pictures:move [-- --back]

Copies all pictures from the data folder to the store of IMAGES_URL, while the site may be running with it.

  --back  from the store to the data folder, before or after IMAGES_URL is taken out of the site's settings`

const CONNECTIONS = 4

const COMMAND = { usage: USAGE, options: { back: { type: 'boolean' } }, failed: 'Not moved' } as const

runCommand(COMMAND, async ({ values }) => {
  const config = loadConfig(readEnvironment())
  if (config.objectStore === null) throw usageError('IMAGES_URL is not set.', USAGE)
  const cleanup = new AsyncDisposableStack()
  try {
    const folder = new FolderStore(imageFolder(config))
    const objects = new ObjectStore(config.objectStore)
    cleanup.defer(() => objects.close())
    await objects.check()
    const { db } = connect(await startDatabase(config, console, cleanup, true), CONNECTIONS)
    cleanup.defer(() => db.destroy())
    const [from, to] = values.back ? [objects, folder] : [folder, objects]
    const said = ({ pictures, files }: { pictures: number; files: number }) =>
      console.error(`${pictures} pictures looked at, ${files} files copied`)
    const { missing } = await copyImages(db, { from, to }, said)
    if (missing.length > 0) console.error(`No file was found of ${missing.length} pictures: ${missing.join(', ')}`)
    console.error('Done. What was copied may be removed from its former place.')
  } finally {
    await cleanup.disposeAsync()
  }
})
