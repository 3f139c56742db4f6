import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import { type Database, perDatabase, type Queryable } from '../../platform/database/connect.ts'
import { Shown } from '../../platform/database/shown.ts'
import { SharedCache } from '../../platform/http/shared-cache.ts'

/** The admins' choice of the site's name, texts, logo and colour; null keeps the setting or the default. */
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

export const DEFAULT_LOOK: Look = {
  name: null,
  welcome: null,
  announcement: null,
  announcementEnds: null,
  accent: null,
  logo: null,
  pages: [],
}

type Kept = Readonly<{ look: Look; body: { size: number; pack: () => void }; shown: Shown }>

/** Bytes that a look counts in the cache: more than its longest texts take. */
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
  return { cache, last: DEFAULT_LOOK }
})

/** The present look, cached until it changes. While the database is away it is the last one known, with `isOld`. */
export async function loadLook(db: Database): Promise<{ look: Look; isOld: boolean }> {
  const kept = keptOf(db)
  try {
    const { look } = await kept.cache.get(KEY, async () => ({
      look: await loadStoredLook(db),
      body: { size: SIZE, pack: () => {} },
      shown: new Shown(),
    }))
    kept.last = look
    return { look, isOld: false }
  } catch {
    return { look: kept.last, isOld: true }
  }
}

/** Loads the look from the database, past the cache. */
export async function loadStoredLook(db: Queryable): Promise<Look> {
  const row = await db
    .selectFrom('site_look')
    .leftJoin('image_uses', 'image_uses.look_id', 'site_look.id')
    .leftJoin('images', 'images.id', 'image_uses.image_id')
    .select(['site_look.name', 'welcome', 'announcement', 'announcement_ends', 'accent', 'images.key as logo'])
    .executeTakeFirst()
  const pages = await db.selectFrom('site_pages').select(['place', 'title']).orderBy('place').execute()
  if (!row) return { ...DEFAULT_LOOK, pages }
  const { announcement_ends: ends, ...chosen } = row
  return { ...chosen, announcementEnds: ends?.getTime() ?? null, pages }
}

/** The settings, with the site's name as admins have changed it. */
export async function loadConfigWithSiteName({ db, config }: Pick<Services, 'db' | 'config'>): Promise<Config> {
  const { name } = (await loadLook(db)).look
  return name === null ? config : { ...config, siteName: name }
}

/** The site's name, as admins have changed it. */
export async function loadSiteName(services: Pick<Services, 'db' | 'config'>): Promise<string> {
  return (await loadConfigWithSiteName(services)).siteName
}
