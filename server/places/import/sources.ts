import type { Queryable } from '../../db/connect.ts'

/** Its attribution is shown on every map that shows its places. */
export type Source = Readonly<{ key: string; attribution: string; url: string | null }>

/** The kinds of files. */
export type FileKind = 'shops' | 'gazetteer' | 'places' | 'boundaries' | 'roads' | 'bundled shops'

/** Unless the file or the operator gives another. */
export const usualSources: Readonly<Record<FileKind, Omit<Source, 'key'>>> = {
  shops: {
    attribution: '상가(상권)정보: 소상공인시장진흥공단 · 공공데이터포털',
    url: 'https://www.data.go.kr/data/15083033/fileData.do',
  },
  gazetteer: {
    attribution: '법정동·행정동: 국토교통부·행정안전부 · 중심점: vuski/admdongkor',
    url: 'https://github.com/vuski/admdongkor',
  },
  places: { attribution: '장소: 공공데이터포털', url: 'https://www.data.go.kr' },
  boundaries: { attribution: '행정경계: 통계청(SGIS) 공공누리 제1유형', url: 'https://sgis.kostat.go.kr' },
  'bundled shops': {
    attribution: '음식점: © OpenStreetMap contributors · 소상공인시장진흥공단 · 식품의약품안전처 · 행정안전부',
    url: 'https://www.openstreetmap.org/copyright',
  },
  roads: { attribution: '도로: © OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
}

/** Without these bundled sources a search may find too little. */
export const bundledKeys = { areas: 'bundled-areas', places: 'bundled-places', borders: 'bundled-borders' } as const

/** Names of the bundled sources that are loaded last. */
export const bundledExtras = { roads: 'bundled-roads', shops: 'bundled-shops' } as const

export async function keepSource(db: Queryable, { key, attribution, url }: Source): Promise<number> {
  const { id } = await db
    .insertInto('place_sources')
    .values({ key, attribution, url })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ attribution, url }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function countSource(db: Queryable, sourceId: number): Promise<{ places: number; areas: number }> {
  const countOf = (table: 'places' | 'place_areas') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('source_id', '=', sourceId)
      .executeTakeFirstOrThrow()
  const counts = { places: (await countOf('places')).count, areas: (await countOf('place_areas')).count }
  await db
    .updateTable('place_sources')
    .set((eb) => ({ ...counts, imported_at: eb.fn<Date>('now', []) }))
    .where('id', '=', sourceId)
    .execute()
  return counts
}
