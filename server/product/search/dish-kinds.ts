import { type FoodKind, foodKinds, kindSpellings } from '#rules/food-kinds.ts'
import { normalForm } from '#rules/normal-form.ts'
import { dishOf, type FoundDish, namesOfChain } from './dish-names.ts'

/** Kinds of food by the words that search for any place of the kind: '한식', '일식'. */
export const kindByWord: ReadonlyMap<string, FoodKind> = new Map(
  (Object.keys(foodKinds) as FoodKind[]).flatMap((kind) =>
    [foodKinds[kind], ...kindSpellings[kind]].map((word) => [normalForm(word), kind] as const),
  ),
)

/** Patterns of the dishes that places of a kind serve; the first match decides. */
const served: readonly (readonly [FoodKind, RegExp])[] = [
  ['chinese', /짜장|자장면|짬뽕|탕수육|마라|훠궈|딤섬|양꼬치|꿔바로우|마파|깐풍|유산슬|팔보채|멘보샤|양장피|고추잡채/],
  [
    'korean',
    /고기국수|갈비탕|갈비찜|국밥$|고기밥$|(?:회|굴|꼬막|육회)비빔밥|회냉면|조개탕|새우탕|알탕|해물(?:탕|찜)|장어탕/,
  ],
  ['snack', /떡볶이|김밥|순대$|튀김$|라면$|토스트|만두$|핫도그|어묵|샌드위치|쫄면|컵밥|도시락/],
  [
    'japanese',
    /초밥|스시|라멘|돈가스|돈까스|카츠|우동|소바|텐동|오마카세|사시미|덮밥|오코노미야키|타코야키|샤브샤브|스키야키|카이센/,
  ],
  ['western', /파스타|스파게티|피자|스테이크|리조또|리소토|버거|샐러드|브런치|타코$|부리또|라자냐|그라탕|오믈렛|뇨키/],
  ['bar', /맥주|와인|칵테일|위스키|포차|이자카야|막걸리|소주|안주|하이볼|사케|호프|먹태|노가리/],
  [
    'cafe',
    /카페|커피|케이크|마카롱|빵$|디저트|빙수|라떼|도넛|와플|크루아상|크로플|베이글|타르트|푸딩|젤라또|아이스크림|에스프레소|쿠키|스콘|호떡|팥죽|찐빵|밀크티|전통차|프레소/,
  ],
  [
    'grill',
    /삼겹살|갈비$|고기$|곱창|막창|대창|한우|구이$|불고기|오겹살|항정살|목살|차돌박이|닭갈비|양갈비|갈매기살|주물럭|바비큐|제육/,
  ],
  [
    'seafood',
    /회$|회무침|조개|대게|홍게|꽃게|킹크랩|랍스터|새우|낙지|오징어|문어|꼬막|전복|굴$|장어|해물|해산물|생선|게장|아구|아귀|복어|과메기|주꾸미|쭈꾸미|산낙지|가리비|멍게|성게|고등어|갈치|참치/,
  ],
  [
    'korean',
    /(?:국|탕|찌개|전골|국수|냉면|밀면|수제비|밥|백반|정식|보쌈|족발|찜|죽|전|쌈|백숙|두부|나물|해장|면|묵|빈대떡|수육|닭한마리|김치|잡채|닭볶음탕)$/,
  ],
]

/** The kind of places that serve a dish, such as 한식 for 비빔밥; null for a chain, an unknown dish and one of no kind. */
export function kindServing(word: string): FoodKind | null {
  const dish = dishOf(word)
  if (!dish || namesOfChain(word).length > 0) return null
  return kindNamed(dish.name) ?? kindWith(dish) ?? null
}

function kindNamed(name: string): FoodKind | undefined {
  return kindByWord.get(name) ?? served.find(([, names]) => names.test(name))?.[0]
}

/** The kind of the first of a dish's spellings and varieties that has one. */
function kindWith({ spellings, parts }: FoundDish): FoodKind | undefined {
  return [...spellings, ...parts].map(kindNamed).find((kind) => kind !== undefined)
}
