import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, onTestFinished } from 'vitest'
import { makeBackup } from '#server/platform/backup/make-backup.ts'
import { loadConfig } from '#server/platform/config.ts'
import { copyLegalTemplates } from '#server/product/legal/legal-texts.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { smallPhoto } from './image-fixtures.ts'
import { uploadPicture } from './image-site.ts'
import { startPostSite } from './post-site.ts'

export const SECRET_KEY = 'a secret of at least thirty-two characters'

/** A site with a post, a picture and a like, its backups, and empty places to restore them into. */
export async function openBackupSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-backup-'))
  const database = await freshDatabase()
  const databaseUrl = database.connectionString
  const dataDir = path.join(folder, 'site')
  const site = await startPostSite({ env: { SECRET_KEY }, instanceOf: { connectionString: databaseUrl, dataDir } })
  await copyLegalTemplates(site.config)
  const [one, two] = [await site.person(), await site.person({ username: '탭\t역\\' })]
  const picture = (await uploadPicture(one.client, await smallPhoto())).answer.url
  const id = await site.post({
    author: one,
    image: picture,
    contents: '줄\n바꿈 \\N \u2028 🍜',
    lat: 37.5478,
    lng: 126.9469,
  })
  await site.api.as(two).likePost({ id, isLike: true, jwt: two.handle })
  await sql`insert into place_lookups (provider, query, answer)
    select 'kakao', n::text, to_jsonb(repeat(md5(n::text), 300)) from generate_series(1, 150) n`.execute(site.db)
  afterAll(async () => {
    await site.close()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  let number = 0
  const newName = () => path.join(folder, `${++number}.tar.zst`)
  const newFolder = () => path.join(folder, `data-${++number}`)
  const backUp = async (file = newName()) => {
    await makeBackup({ config: site.config, databaseUrl, file })
    return file
  }
  const target = async (env: Record<string, string> = {}) => {
    const dataDir = newFolder()
    const { db, connectionString } = await bareDatabase()
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: connectionString, ...env })
    return { config, db, dataDir }
  }
  return { site, folder, databaseUrl, newName, newFolder, backUp, target }
}

async function bareDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase()
  await sql`drop schema graphile_worker, public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  onTestFinished(() => database.drop())
  return database
}
