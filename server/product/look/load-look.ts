import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import { type Database, perDatabase, type Queryable } from '../../platform/database/connect.ts'
import { Shown } from '../../platform/database/shown.ts'
import { SharedCache } from '../../platform/http/shared-cache.ts'

/** Choices of admins; null keeps the value of the settings, or ours. */
export type Look = Readonly<{
  name: string | null
  welcome: string | null
  announcement: string | null
  /** Milliseconds since 1970. */
  announcementEnds: number | null
  accent: string | null
  /** Key of a picture. */
  logo: string | null
  pages: readonly Readonly<{ place: number; title: string }>[]
}>

export const OURS: Look = {
  name: null,
  welcome: null,
  announcement: null,
  announcementEnds: null,
  accent: null,
  logo: null,
  pages: [],
}

type Kept = Readonly<{ look: Look; body: { size: number; pack: () => void }; shown: Shown }>

/** Bytes in memory: more than the longest texts take. */
const SIZE = 4096

const KEY = 'look'

const keptOf = perDatabase((db) => {
  const changes = changesOf(db)
  const isListening = () => changes.isListening
  const cache = new SharedCache<Kept>({
    budget: 2 * SIZE,
    largest: 2 * SIZE,
    log: changes.log,
    isListening,
    mayLag: true,
  })
  return { cache, last: OURS }
})

/** The present look, from memory until it changes. While the database is away it is the last one known, with `isOld`. */
export async function loadLook(db: Database): Promise<{ look: Look; isOld: boolean }> {
  const kept = keptOf(db)
  try {
    const { look } = await kept.cache.get(KEY, async () => ({
      look: await readLook(db),
      body: { size: SIZE, pack: () => {} },
      shown: new Shown(),
    }))
    kept.last = look
    return { look, isOld: false }
  } catch {
    return { look: kept.last, isOld: true }
  }
}

/** The look as the database has it. */
export async function readLook(db: Queryable): Promise<Look> {
  const row = await db
    .selectFrom('site_look')
    .leftJoin('image_uses', 'image_uses.look_id', 'site_look.id')
    .leftJoin('images', 'images.id', 'image_uses.image_id')
    .select(['site_look.name', 'welcome', 'announcement', 'announcement_ends', 'accent', 'images.key as logo'])
    .executeTakeFirst()
  const pages = await db.selectFrom('site_pages').select(['place', 'title']).orderBy('place').execute()
  if (!row) return { ...OURS, pages }
  const { announcement_ends: ends, ...chosen } = row
  return { ...chosen, announcementEnds: ends?.getTime() ?? null, pages }
}

/** The settings with the name that admins gave the site. */
export async function namedConfig({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Config> {
  const { name } = (await loadLook(db)).look
  return name === null ? config : { ...config, siteName: name }
}

/** The name of the site. */
export async function siteName(services: Pick<Services, 'db' | 'config'>): Promise<string> {
  return (await namedConfig(services)).siteName
}
