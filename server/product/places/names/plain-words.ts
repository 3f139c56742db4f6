import { normalForm } from '#rules/normal-form.ts'
import { MEALS } from '#rules/search-words.ts'
import { dishOf } from '../../search/dish-names.ts'
import { formsNamed } from './find-names.ts'
import type { Names } from './known-names.ts'

/** A word with a particle: '강남에서', '홍대쪽에', '부산의', '홍대점'. Longer particles come first. */
const WITH_PARTICLE =
  /^(.{2,}?)(?:(?:근처|주변|부근|인근|근방|쪽|앞)(?:에서|에서는|에|의|으로)?|(?:에서|까지|으로|이랑|하고|이나|에게)(?:는|도|만|의)?|에선|에는|에도|엔|에|의|로|랑|은|는|이|가|도|나|점)$/

/** Endings of unfinished names: '망원도' becomes 망원동, '홍대이' 홍대입구. */
const MAY_BE_UNFINISHED = /^.{2,}?(?:에|의|로|은|는|이|가|도|나|엔|랑|으로|이나)$/

/** Exits of a station, which no post mentions: '11번 출구', '4번출구', '7번'. */
const EXIT = /^(?:\d+(?:-\d+)?번)?(?:출구|출입구)?(?:쪽|앞|근처)?$/

const STATION_AND_EXIT = /^(.{1,}역)(\d+(?:-\d+)?번(?:출구|출입구)?)$/

/** '회식하기 좋은 집', '데이트하기좋은곳': an occasion and words of asking. */
const FOR_A_MEAL = /^(.{2,})(?:하기|할만한|할)(?:좋은|괜찮은)?(?:곳|집|데|식당)?$/

/** Words as in names and food: '강남 파스타' of '강남에서 파스타', '합정역' of '합정역 3번출구'. Known words stay. */
export function plainWords(names: Names, words: readonly string[]): readonly string[] {
  const plain = words.map((word, index) => {
    const last = index === words.length - 1
    const [, meal = ''] = FOR_A_MEAL.exec(word) ?? []
    return MEALS.has(meal) ? meal : withoutParticle(names, word, last)
  })
  const apart = plain.flatMap((word) => STATION_AND_EXIT.exec(word)?.slice(1) ?? [word])
  return apart.some((word) => word.endsWith('역')) ? apart.filter((word) => !EXIT.test(word)) : apart
}

function withoutParticle(names: Names, word: string, isLast: boolean): string {
  const [, stem = ''] = WITH_PARTICLE.exec(word) ?? []
  if (stem === '' || isKnown(names, word) || (isLast && MAY_BE_UNFINISHED.test(word))) return word
  return isKnown(names, stem) ? stem : word
}

function isKnown(names: Names, word: string): boolean {
  const text = normalForm(word)
  return dishOf(text) !== undefined || formsNamed(names, text).length > 0
}
