import { keystrokesOf } from './hangul.ts'
import { foldText } from './normal-form.ts'

/**
 * Characters that look like a Latin letter, also as a small capital, with a stroke or mirrored, and that `foldText` leaves as they
 * are. From confusables.txt of Unicode 17 (UTS #39) those of one character, and from the Unicode names those called LATIN LETTER or
 * SYMBOL of that letter. The packages on npm are larger, or older than Unicode 13. About 2 kB.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаᗅᴀᶏẚ⍶⍺ⱥꓮꭺ𐊠𖽀\u{1CCD6}🅐🅰🇦',
  b: 'ƀƃƅɓʙβбвьѣҍᏼᑲᑳᖯᗷᵬᶀⲃꓐꞗꞵꮟ𐊂𐊡𐌁\u{16EB6}\u{1CCD7}🅑🅱🇧',
  c: '¢ƈȼɕϲсҫငၚᴄ₡ↄⲥꓚꜿꞓꞔꮯ𐊢𐌂𐐽𐔜𑣩𑣲\u{1CCD8}𝼝🅒🅮🅲🇨🝌',
  d: 'ðđƌǆǳȡɖɗԁᑯᗞᗪᴅᵭᶁᶑ₫ꓒꓓꝺꟈꭰꮷ\u{1CCD9}🅓🅳🇩',
  e: 'ɇɘɛεеҽҿᴇᶒᶓ℮⋿ⱸⴹꓰꬲꬴꭼ𐊆𑣆𑣎\u{1CCDA}🅔🅴🇪',
  f: 'ƒϝքᖴᵮᶂẝꓝꜰꝼꞙꬵ𐊇𐊥𐔥𑣂\u{1CCDB}𝈓🅕🅵🇫',
  g: 'ƍǥɠɡɢʛԍցᏻᵹᶃꓖꞡꬶꮐ\u{1CCDC}🅖🅶🇬',
  h: 'ħɦʜΗнћңһӈӊհᏺᕼⱨⲏꓧꚕꞕꮋꮒ𐋏\u{1CCDD}🅗🅷🇭',
  i: 'ıɨɩɪ˛ͺιіւᵻᵼᶖ⍳⍸ⲓꙇꭵ𑣃𝼚🅘🅸🇮',
  j: 'ȷɉɟʄʝϳјᒍᴊꓙꭻ\u{1CCDF}🅙🅹🇯',
  k: 'ƙκкқҟᛕᴋᶄ₭ⱪⲕꓗꝁꝃꝅꞣꮶ𐔘\u{1CCE0}𝼃🅚🅺🇰',
  l: 'ŀłƖƗƚǀǉȴɫɬɭʟΙІӏ\u05C0\u05D5\u05DF\u0627\u0661\u0673۱\u07CAᒪᛁᴌᶅ∣⏽ⱡⲒⳑⵏꓡꓲꝉꞎꬷꬸꬹꮮ￨𐊊𐌉𐌠𐑃𐔦𑢣𑣒\u{11DDA}\u{11DE1}\u{16EAA}𖼖𖼨\u{1CCDE}\u{1CCE1}\u{1CCF1}𝈪𝼄𝼑𝼓\u{1E8C7}🅛🅻🇱',
  m: 'ɱμϻмӎᗰᛖᴍᵯᶆ₥ⲙꓟꬺꮇ𐊰𐌑𑜀𑣣\u{1CCE2}🅜🅼🇲',
  n: 'ŋƞǌȵɲɳɴΝηипղոռᵰᶇⲛꓠꞑꞥꬻ𐆎𐔓\u{1CCE3}🅝🅽🇳',
  o: 'øɔɵθοσϭоѳөօ\u05E1\u0647\u0665\u06BE\u06C1\u06D5۵\u06FF\u07C0०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀თჿዐ០ᴏᴑᶗ⊖⊝⍬ⱺⲑⲟⴱⵁⵔ〇ꓳꝋꝍꬽꬾꬿꭴꮎꮻ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠\u{11DE0}\u{1CCE4}\u{1CCF0}𝈚𝼛🅞🅾🇴🜔',
  p: 'þƥƿρϸрᑭᴘᵱᵽᶈ⍴ⲣⳏꓑꝑꝓꝕꮲ𐊕\u{1CCE5}🅟🅿🇵',
  q: 'ɋʠԛգզⵕꝗꝙꞯ\u{1CCE6}🅠🆀🇶',
  r: 'ɍɼɽɾɿʀгғᖇᴦᵲᵳᶉⲅꓣꞃꞧꭆꭇꭈꭉꭋꭌꭱꮁꮢ𐓜𖼵\u{1CCE7}𝈖𝼖🅡🆁🇷',
  s: 'ƽȿʂѕտടᵴᶊẜꓢꜱꞅꞩꟊꮥꮪ𐊖𐑈𑣁𖼺\u{1CCE8}𝼞🅢🆂🇸',
  t: 'ŧƫƭȶʈτтҭᴛᵵ₮⊤⍡⟙ⱦⲧꓔꞇꭲ𐊗𐊱𐌕𑢼𖼊\u{1CCE9}𝼉🅣🆃🇹🝨',
  u: 'ʉʋυџսሀᑌᴜᵾᶙ∪⋃ꓴꞟꞹꭎꭒꮜ𐓶𑣘𖽂\u{1CCEA}🅤🆄🇺',
  v: 'Ʋνѵ\u05D8\u0667۷ᐯᴠ∨⋁ⱱⱴⴸꓦꛟꝟꮩ𐆗𐔝𑜆𑣀𖼈\u{1CCEB}𝈍🅥🆅🇻🜈',
  w: 'ɯшѡѽԝաᴡ₩ⱳⲽꓪꝡꮃꮤ𑓅𑜊𑜎𑜏𑣦𑣯\u{1CCEC}🅦🆆🇼',
  x: '×χхҳᕁᕽ᙭᙮ᚷᶍ╳⤫⤬⨯⨰ⲭⵝꓫꭓꭖꭗꭘꭙ𐆖𐊐𐊴𐌗𐌢𐔧𑣬\u{1CCED}🅧🆇🇽',
  y: '¥ƴɏɣʏΥγуүұყᶌỿⲩꓬꭚꭹꮍ𐊲𑢤𑣜𖽃\u{1CCEE}🅨🆈🇾',
  z: 'ƶȥɀʐʑζᴢᵶᶎⱬꓜꮓ𐋵𑣄𑣉𑣥\u{1CCEF}🅩🆉🇿',
}

const latin = new Map(Object.entries(LOOKALIKES).flatMap(([letter, others]) => [...others].map((one) => [one, letter])))

/** Chinese characters of the words in `KOREAN`; `IN_HANGUL` has the syllable of each at the same index. */
const HANJA = '運运營営营者陣阵管理顧顾客'
const IN_HANGUL = '운운영영영자진진관리고고객'

/** Latin letters, each with the digits, signs and pairs of letters that people write in its place. */
const WRITTEN = new Map([
  ['a', '[a4@]'],
  ['d', '(?:d|cl)'],
  ['e', '[e3]'],
  ['i', '[il1!|]'],
  ['l', '[l1i!|]'],
  ['m', '(?:m|rn)'],
  ['o', '[o0]'],
  ['s', '[s5$]'],
  ['t', '[t7+]'],
])
const written = (word: string) => word.replace(/[a-z]/g, (letter) => WRITTEN.get(letter) ?? letter)

/** Korean words for operators of a site. */
const KOREAN = '운영자 운영진 운영팀 운영인 관리자 관리인 고객센터'.split(' ')

/** Official words inside a name; Latin ones only as whole words, because 'badminton' is fine. */
const OFFICIAL = new RegExp(
  `${KOREAN.join('|')}|(?<![a-z])(?:${written('admin')}(?:${written('istrator')})?|${written('moderator')}|${written('operator')})(?![a-z])`,
)
const ALSO_OFFICIAL = new RegExp(`공식|운영|${written('official')}`)

/**
 * Whether a nickname looks like one of the site's operator, also with signs between its letters, in letters of another width or
 * with accents, or in letters, digits and signs that look alike. The site's own name does too, alone or called official.
 */
export function looksOfficial(username: string, siteName: string): boolean {
  const plain = plainLetters(username)
  const site = lettersOf(plainLetters(siteName))
  const letters = lettersOf(plain)
  // Between syllables 'ㆍ' and 'ー' are signs, and between Latin letters all of Hangul, though Unicode calls them letters.
  const forms = [plain, letters, plain.replace(/[^가-힣]/g, ''), plain.replace(/[^a-z0-9@$!|+]/g, '')]
  const isSite = (text: string) => text === site || (text.includes(site) && ALSO_OFFICIAL.test(text))
  if (forms.some((text) => OFFICIAL.test(text) || isSite(text))) return true
  return isTypedApart(letters) && [...KOREAN, site].some((word) => keysAlike(letters).includes(keystrokesOf(word)))
}

function plainLetters(text: string): string {
  const plain = foldText(text).normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
  return [...plain]
    .map((letter) => {
      const small = letter.toLowerCase()
      return latin.get(letter) ?? latin.get(small) ?? IN_HANGUL[HANJA.indexOf(letter)] ?? small
    })
    .join('')
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '')
}

/** 'ㅇㅜㄴ영자', '관리ㅈr': letters of a syllable one by one, a vowel also by a Latin letter or digit of its shape. */
function isTypedApart(letters: string): boolean {
  return /[ㄱ-ㅎ][ㅏ-ㅣrl1]/.test(letters)
}

function keysAlike(letters: string): string {
  return keystrokesOf(letters.replaceAll('r', 'ㅏ').replace(/[l1]/g, 'ㅣ'))
}
