import { sql } from 'kysely'
import type { KeywordMeaning, NamedArea, QueryResolveKeywordArgs } from '#contract/schema.gen.ts'
import { normalForm } from '#rules/normal-form.ts'
import { searchSchema } from '#rules/search.ts'
import type { OperationContext } from '../../../platform/context.ts'
import { checkInput } from '../../../platform/errors.ts'
import { areaName } from '../../places/address.ts'
import { presentLandmark } from '../../places/get-landmark.ts'
import { precisionOf } from '../../places/korea-areas.ts'
import { ONLY_INITIALS } from '../../places/names/find-names.ts'
import { type KnownPlace, knownNames, type Names } from '../../places/names/known-names.ts'
import { type Meaning, placesBeginning } from '../../places/names/meaning.ts'
import { nearestNames } from '../../places/names/misspelt-names.ts'
import { dishesBeginning, dishOf } from '../../search/dish-names.ts'
import { areaCountsFor, presentName } from '../areas/get-area.ts'
import { readSearch, type Search } from './read-search.ts'

const MOST_AREAS = 6
const MOST_LANDMARKS = 3

const nothing: KeywordMeaning = {
  kind: 'text',
  correction: null,
  areas: [],
  landmarks: [],
  dishes: [],
  otherWords: null,
  suggestions: [],
}

/** Meaning of a keyword for search, map and picker (docs/search.md). @throws {AppError} BAD_USER_INPUT */
export async function resolveKeyword(
  context: OperationContext,
  args: QueryResolveKeywordArgs,
): Promise<KeywordMeaning> {
  const { keyword } = checkInput(searchSchema, args)
  const search = await readSearch(context.db, keyword, context.session)
  return search ? presentMeaning(context, search, keyword) : nothing
}

export async function presentMeaning(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  { meaning }: Search,
  keyword: string,
): Promise<KeywordMeaning> {
  const names = await knownNames(db)
  const { kind, searched, isCorrected, named } = meaning
  const otherWords = [...meaning.otherWords, ...meaning.occasions]
  const begun = placesBegun(names, searched).filter((place) => !named.includes(place))
  const known = named.map((place) => ({ place, named: true }))
  const others = begun.map((place) => ({ place, named: false }))
  // '전주 한옥' may become 전주한옥마을, of which 전주 is only a part.
  const places = otherWords.length > 0 ? [...others, ...known] : [...known, ...others]
  const areas = places.filter(({ place }) => place.level !== undefined)
  const landmarks = places.filter(({ place }) => place.level === undefined)
  const isFood = kind === 'dish'
  const present = (some: typeof areas) => presentAreas({ db, session }, some)
  return {
    kind,
    correction: isCorrected && normalForm(searched) !== normalForm(keyword) ? searched : null,
    areas: ONLY_INITIALS.test(normalForm(searched))
      ? mostPostsFirst(await present(areas)).slice(0, MOST_AREAS)
      : await present(areas.slice(0, MOST_AREAS)),
    landmarks: landmarks
      .slice(0, MOST_LANDMARKS)
      .flatMap(({ place, named: isNamed }) => presentLandmark(place, isNamed && !isFood) ?? []),
    dishes: foodBegun(meaning),
    otherWords: named.length > 0 && otherWords.length > 0 ? otherWords.join(' ') : null,
    // An unknown word may be the beginning of a name instead of a mistake.
    suggestions: isWhole(meaning) || begun.length > 0 ? [] : nearestNames(keyword, names),
  }
}

/** '카페' for '카', and '성수 카페' for '성수카'. */
function foodBegun({ searched, placeWords, otherWords }: Meaning): string[] {
  const last = otherWords.at(-1)
  const begun = dishesBeginning(searched)
  if (begun.length > 0 || placeWords === '' || last === undefined || dishOf(last)) return begun
  const before = [placeWords, ...otherWords.slice(0, -1)].join(' ')
  return dishesBeginning(last).map((dish) => `${before} ${dish}`)
}

function isWhole({ kind, named, otherWords, isCorrected }: Meaning): boolean {
  return kind === 'dish' || (named.length > 0 && (isCorrected || otherWords.every((word) => dishOf(word))))
}

/** Hundreds of names begin with one syllable or two consonants. */
function placesBegun(names: Names, typed: string): KnownPlace[] {
  return [...normalForm(typed)].length < 2 ? [] : placesBeginning(names, typed)
}

/** Equal fits by consonants are ordered by number of posts. */
function mostPostsFirst(areas: readonly NamedArea[]): NamedArea[] {
  return areas.toSorted((a, b) => Number(b.named) - Number(a.named) || b.count - a.count)
}

type Found = { asked: string; address: string; count: number }

async function presentAreas(
  { db, session }: Pick<OperationContext, 'db' | 'session'>,
  areas: readonly { place: KnownPlace; named: boolean }[],
): Promise<NamedArea[]> {
  if (areas.length === 0) return []
  const { rows } = await sql<Found>`
    select n.address as asked, a.address,
      (select coalesce(sum(c.count), 0) from ${areaCountsFor(session)} c where c.area_id = a.id)::integer as count
    from area_names n join areas a on a.id = n.area_id
    where n.address = any(${areas.map(({ place }) => place.address)}::text[])`.execute(db)
  const known = new Map(rows.map((row) => [row.asked, row]))
  const presented = areas.map(({ place, named }) => {
    const { address, count } = known.get(place.address) ?? { address: place.address, count: 0 }
    const words = address.split(' ').map((_, index, all) => areaName(all.slice(0, index + 1).join(' ')))
    return {
      name: words.join(' '),
      path: presentName({ address }).path,
      count,
      position: { lat: place.lat, lng: place.lng },
      precision: precisionOf(place.level ?? 3),
      named,
    }
  })
  return presented.filter((area, index) => presented.findIndex(({ path }) => path === area.path) === index)
}
