/** Words of a keyword that name neither a place nor food. To teach the search another, add it to its list. */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const ANY_SHOPS = '맛집 식당 밥집 맛집거리 카페거리'

/** Words of a keyword that asks for any place to eat: '맛집', '근처', 'best'. */
export const ANY_PLACE_WORDS = wordsOf(`${ANY_SHOPS}
  먹거리 먹을곳 음식점 추천 맛집추천 찐맛집 숨은맛집 현지인맛집 핫플 핫플레이스 가볼만한곳
  근처 주변 인근 부근 동네 근처에 근처에서 근방 근방에 주변에 주변에서 가까운 가까운곳 있는곳 장소
  현지인 로컬 음식 맛집들 식당들 맛집리스트 리스트 순위 베스트 유명맛집 인기맛집
  먹을만한 먹을만한곳 먹을만한데 먹어야할 먹을거 먹을것 먹을데 뭐먹지 뭐먹을까 밥먹을곳 밥먹을데 밥먹기 마실만한
  가볼만한 가볼만한데 갈만한데 갈데 갈곳 추천해줘 추천해줘요 추천해주세요 추천해요 추천부탁 추천부탁해요 추천부탁드려요 추천좀 알려줘 알려줘요 알려주세요 찾아줘
  맛있는 맛있는집 맛있는곳 잘하는 잘하는집 잘하는곳 유명한 유명한집 유명한곳 좋은 좋은집 좋은곳 괜찮은 괜찮은곳 갈만한 갈만한곳 집 곳
  food restaurant restaurants place places spot spots best good top korean local in at near around nearby of the to eat`)

/** Words too general to appear in posts: the above, and facilities that many towns have. */
export const GENERIC_WORDS = wordsOf(`${[...ANY_PLACE_WORDS].join(' ')}
  일대 앞 뒤 쪽 시내 번화가 중심가 중심상가 상가 상권 지하상가 거리 골목 학원가 대학가 대학로 단지
  국립공원 도립공원 군립공원 등산로 등산코스 선착장 입구
  카페골목 먹자 먹자골목 먹자거리 먹거리촌 먹거리타운 음식거리 음식점거리 맛집골목 맛의거리 술집거리
  로데오 로데오거리 문화의거리 문화거리 젊음의거리 디자인거리 패션거리 특화거리 벽화마을 벽화거리 야시장
  정문 후문 북문 동문 남문 서문 사거리 삼거리 오거리 네거리 로터리 광장 신도시 신시가지 시가지 혁신도시 택지 택지지구 지구 뉴타운
  축제 벚꽃축제 불꽃축제
  캠퍼스 터미널 종합터미널 버스터미널 종합버스터미널 고속버스터미널 시외버스터미널 여객선터미널 항 병원 시청 군청 구청 법원 기차역 역 역전 역앞 해변 해수욕장 해안도로 바닷가 산책로 길 둘레길 벚꽃길
  앞에 쪽에 쪽에서 라인 지하철 전철 여행 여행지 나들이`)

/** Words that only ask, '경주에 가면 꼭 먹어야 하는 것'; unlike those above, they are never looked for inside a longer word. */
export const ASKING_WORDS = wordsOf(`
  있는 있어 있어요 있나요 있을까 없나요 어디 어디야 어디가 어디에 어디예요 뭐 뭐가 뭘 무엇 꼭 제일 가장 정말 진짜 아주 너무 요즘 좀 인기 핫한
  가면 가서 가는 갈 갈때 가봐야 가봐야할 가야할 놀러가서 여행가서 걸어서 걸어갈 데 먹을 먹은 먹는 먹던 먹기 먹어야 먹어야하는 먹어볼 먹어봐야할 먹을게 먹으러 먹지 파는 나오는
  마실 마시기 소문난 알려진 숨은 맛난 맛있어 맛있는거 맛있는것 맛있는데 것 거 하는 하기 할 수 돼 되나요 만한 해줘 해주세요 부탁 부탁해요 부탁드려요 안에
  해 해야 할까 할지 하지 모시고 함께 같이 데리고 가기 가려고 밥 좋을 좋은데 만한데 갈만해 싶은 싶어 싶은데`)

/** Words about a meal, which people also write together with the place: '강남역점심'. */
export const MEAL_WORDS = wordsOf(
  '아침 점심 저녁 야식 회식 모임 데이트 소개팅 생일 기념일 상견례 해장 송년회 신년회 돌잔치 칠순 접대 외식 뒤풀이 가성비 분위기 혼술 술 안주 무한리필 오마카세',
)

/** Words for markets. An unknown market such as '자양시장' is looked for in 자양동, and not corrected to 조양시장. */
export const MARKET_WORDS = wordsOf('시장 전통시장 재래시장 도깨비시장 골목시장')

/** Words that the place picker ignores after a place: '강남역 카페'. Posts tell which places are 카페 or 술집. */
export const SHOP_WORDS = wordsOf(`${ANY_SHOPS} 카페 술집`)
