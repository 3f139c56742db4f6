const MATCHES = 'up to 1,000 matches are read and sorted'
const POSTINGS =
  'all index entries of the words or letters are read, and the texts of up to 30,000 posts; beyond that a page stops'

/** Why kinds of requests may cost more among more posts, by the name of the kind: they read more, up to a bound. */
export const costReasons: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['saved, near', 'saved, by a word', 'pins of what is saved'].map((kind) => [
      kind,
      'the posts of all 500 entries are read, and of a larger table fewer pages are in memory',
    ]),
  ),
  ...Object.fromEntries(
    ['latest', 'popular', 'order', 'again'].map((filter) => [
      `feed, ${filter}, nine tenths down`,
      'the ids before a page by number are passed over in an index, for 150 ms at most',
    ]),
  ),
  "place's posts": 'a full page of posts, where there are that many',
  'area, near': 'the nearest parts of the area until no other part can have a nearer post',
  'search, a word of 0.06 %': MATCHES,
  'search, a word of 0.06 %, popular': MATCHES,
  'search, two words that never meet': POSTINGS,
  'search, two words that never meet, popular': POSTINGS,
  'search, initial consonants': POSTINGS,
  'search, initial consonants, popular': POSTINGS,
  'map of a district': 'up to 3,000 positions are read one by one',
  'other posts of its place':
    'up to 200 posts with the same name around it or without a position, as many with the same address, and 500 of the same place are compared',
  'search of places': 'up to 250 posts with a rare word are compared, and the newest 1,000 for a frequent one',
}
