import { searchSchema } from '#rules/search.ts'
import { checkInput } from '#server/platform/errors.ts'
import { groupWords } from '#server/product/places/names/readings.ts'
import { noFilter } from '#server/product/posts/lists/list-filter.ts'
import { findList } from '#server/product/posts/search/post-query.ts'
import { chooseAnswer, readingsWithCounts } from '#server/product/posts/search/resolve-keyword.ts'
import { openDatabase } from './programs/open-database.ts'
import { runCommand } from './programs/run-command.ts'

const USAGE = `Usage: npm run explain -- KEYWORD

Prints how the search reads a keyword, such as '성수 카페': its readings, the best first, with score, parts and, if there
are several, the posts that each finds. The one marked → answers. The site may stay running.`

runCommand({ usage: USAGE, needs: ['KEYWORD'] }, async ({ positionals: [typed = ''] }) => {
  const { keyword } = checkInput(searchSchema, { keyword: typed })
  const cleanup = new AsyncDisposableStack()
  try {
    const { db } = await openDatabase(cleanup, 2)
    const { found: readings } = await readingsWithCounts(db, keyword, null)
    const answer = chooseAnswer(readings)
    for (const one of readings) {
      const { score, way, named, occasions } = one.reading
      const { place, food, facts, left } = groupWords(one.reading)
      const parts = { place, food, facts, occasions, left }
      const words = Object.entries(parts).flatMap(([part, value]) => (value.length > 0 ? [`${part} ${value}`] : []))
      console.log(`${one === answer ? '→' : ' '} ${score} ${way}: ${words.join(' · ')}`)
      const [first] = named
      if (first) console.log(`    at ${first.address === '' ? first.name : `${first.name}, ${first.address}`}`)
      if (readings.length > 1) console.log(`    finds ${one.count} posts with its words`)
      const list = one.query && one.place ? await findList(db, one.query, one.place, noFilter) : 'own'
      console.log(`    answers with the list "${list}"`)
    }
    if (readings.length === 0) console.log('The keyword has no letters to search for.')
  } finally {
    await cleanup.disposeAsync()
  }
})
