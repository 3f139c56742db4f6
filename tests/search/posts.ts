/**
 * Posts by which cases of searches can be decided: those of some towns, and distant ones that have the words of the cases.
 * `town: title | address, perhaps @ a landmark of the bundle or a position | text | facts`; facts are a kind of food, a price, traits, hours,
 * `likes N`, `been N` and `by NICKNAME`. The town is how cases call the post's place, and no part of it. Titles are unique.
 */
const lines = `
연남: 미도리 | 서울 마포구 연남동 | 바질 파스타와 리소토가 좋아요 | western likes 3
연남: 소담상 | 서울 마포구 연남동 | 솥밥 한 상, 조용한 골목이에요 | korean 11:00-21:00
연남: 새벽다방 | 서울 마포구 연남동 | 드립 커피와 치즈케이크 | cafe solo
여의도: 진국옥 | 서울 영등포구 여의도동 | 설렁탕이 진해요. 포장도 됩니다 | korean takeout 07:00-15:00
여의도: 솔밭한정식 | 서울 영등포구 여의도동 | 방이 따로 있고 모임에 맞아요 | korean reservation parking likes 2
여의도: 메밀방 | 서울 영등포구 여의도동 | 메밀국수와 돈가스 | japanese solo
제주: 흑돈가 | 제주 제주시 노형동 | 흑돼지 근고기를 구워 줍니다 | grill likes 2 16:00-23:00
제주: 섬바다해물 | 제주 서귀포시 서귀동 | 갈치조림과 전복죽 | seafood 10:00-20:00
제주: 한라국수 | 제주 제주시 일도이동 | 아침에도 여는 고기국수집 | korean solo 06:00-15:00
을지: 노맥 | 서울 중구 을지로3가 | 노가리에 생맥주 | bar 17:00-02:00
을지: 면옥당 | 서울 중구 을지로3가 | 슴슴한 평양냉면 | korean likes 4
을지: 커피사 | 서울 중구 을지로3가 | 비엔나커피가 달아요 | cafe
판교: 담미옥 | 경기 성남시 분당구 백현동 | 쌈밥과 제육볶음 | korean 11:00-20:00 likes 1
판교: 화덕집 | 경기 성남시 분당구 삼평동 | 화덕피자와 파스타 | western
판교: 테라스온 | 경기 성남시 분당구 백현동 | 브런치와 커피 | cafe pets
통영: 동피랑식탁 | 경남 통영시 동호동 | 충무김밥과 시락국 | korean 05:00-14:00 solo
통영: 다찌마루 | 경남 통영시 항남동 | 제철 해산물 한 상, 술이 빠질 수 없어요 | bar 17:00-01:00 likes 2
통영: 굴향 | 경남 통영시 중앙동 | 굴국밥과 굴전 | seafood
목포: 민어당 | 전남 목포시 만호동 | 민어회와 민어탕 | seafood reservation
목포: 남도밥상 | 전남 목포시 상동 | 백반에 반찬이 스무 가지 | korean likes 2
목포: 유달다실 | 전남 목포시 용당동 | 쑥차와 디저트 | cafe
전주: 완산회관 | 전북 전주시 완산구 중앙동3가 | 비빔밥에 육회를 얹어요 | korean likes 2
전주: 남문콩나물 | 전북 전주시 완산구 전동 | 콩나물국밥을 새벽부터 끓여요 | korean solo 05:00-14:00
전주: 서학제빵 | 전북 전주시 완산구 서서학동 | 초코파이와 식빵 | cafe
강릉: 초당순이네 | 강원 강릉시 초당동 | 순두부와 두부전골 | korean parking 07:00-19:00
강릉: 안목로스터 | 강원 강릉시 견소동 | 커피 콩을 직접 볶아요 | cafe pets likes 3
강릉: 장칼가 | 강원 강릉시 임당동 | 장칼국수가 칼칼해요 | korean solo
속초: 아바이집 | 강원 속초시 청호동 | 오징어순대와 아바이순대 | korean
속초: 물회나루 | 강원 속초시 대포동 | 전복물회가 시원해요 | seafood parking likes 1
속초: 동명항게찜 | 강원 속초시 동명동 | 홍게와 대게를 쪄 줘요 | seafood
해운대: 밀물국밥 | 부산 해운대구 우동 | 돼지국밥을 밤새 끓여요 | korean 00:00-00:00 solo likes 2
해운대: 달맞이상 | 부산 해운대구 중동 | 한우 오마카세 코스 | grill reservation
해운대: 복어관 | 부산 해운대구 중동 | 복국과 복지리 | seafood 06:00-21:00
서면: 초필화 | 부산 부산진구 부전동 | 양곱창과 막창 | grill 16:00-02:00
서면: 전포커피랩 | 부산 부산진구 전포동 | 에스프레소바 | cafe likes 2
서면: 밀면당 | 부산 부산진구 부전동 | 물밀면과 비빔밀면 | korean solo
성수: 오월다방 | 서울 성동구 성수동2가 | 라떼와 스콘 | cafe pets likes 4
성수: 감자옥 | 서울 성동구 성수동1가 | 감자탕과 볶음밥 | korean 00:00-00:00
성수: 파네 | 서울 성동구 성수동2가 | 라구파스타와 와인 | western
잠실: 송리담 | 서울 송파구 송파동 | 규카츠와 우동 | japanese likes 1
잠실: 석촌쌈 | 서울 송파구 잠실동 | 우렁쌈밥 | korean kids parking
잠실: 호수빵 | 서울 송파구 석촌동 | 소금빵이 유명해요 | cafe
홍대: 멘야삼 | 서울 마포구 서교동@홍대입구역 | 돈코츠라멘 | japanese solo
홍대: 불타는닭발 | 서울 마포구 서교동@홍대입구역 | 국물닭발과 주먹밥 | bar 17:00-05:00
홍대: 수연커피 | 서울 마포구 서교동@홍대입구역 | 작업하기 편한 커피집 | cafe likes 1
건대: 연변양관 | 서울 광진구 자양동@건대입구역 | 양꼬치와 마라탕 | chinese 11:00-03:00
건대: 화양분식 | 서울 광진구 화양동@건대입구역 | 떡볶이와 순대 | snack likes 1
건대: 스시온결 | 서울 광진구 화양동@건대입구역 | 초밥 열 점에 우동 | japanese
수원: 행궁찻집 | 경기 수원시 팔달구 신풍동 | 대추차와 떡 | cafe
수원: 팔달통닭 | 경기 수원시 팔달구 남수동 | 가마솥 통닭 | korean likes 2
수원: 영통갈비원 | 경기 수원시 영통구 매탄동 | 소갈비가 커요 | grill parking reservation
둔산: 칼제비집 | 대전 서구 둔산동 | 얼큰 칼국수 | korean solo
둔산: 두루치기명가 | 대전 서구 둔산동 | 두부두루치기 | korean likes 1
둔산: 와인창고 | 대전 서구 둔산동 | 와인과 치즈 | bar
동성로: 뭉텅이 | 대구 중구 동성로2가 | 뭉티기와 육회 | grill 17:00-02:00
동성로: 납작집 | 대구 중구 동성로2가 | 납작만두와 떡볶이 | snack likes 1
동성로: 미스커피 | 대구 중구 삼덕동1가 | 크림커피 | cafe
상무: 육전방 | 광주 서구 치평동 | 육전과 막걸리 | korean
상무: 오리로 | 광주 서구 치평동 | 오리탕과 훈제오리 | korean reservation likes 1
춘천: 명동닭집 | 강원 춘천시 조양동 | 닭갈비와 볶음밥 | korean likes 3 parking
춘천: 샘밭막 | 강원 춘천시 신북읍 | 막국수와 감자전 | korean
춘천: 소양감자 | 강원 춘천시 신북읍 | 감자빵과 라떼 | cafe
여수: 돌게네 | 전남 여수시 봉산동 | 돌게장 백반 | seafood solo likes 2
여수: 낭만갓 | 전남 여수시 돌산읍 | 갓김치와 서대회 | seafood
군산: 빈해루관 | 전북 군산시 장미동 | 물짜장과 짬뽕 | chinese likes 1
군산: 월명빵집 | 전북 군산시 중앙로1가 | 단팥빵과 야채빵 | cafe
경주: 교리쌈 | 경북 경주시 교동 | 쌈밥과 불고기 | korean parking
경주: 황리오븐 | 경북 경주시 황남동 | 십원빵과 커피 | cafe likes 2
안동: 구시장찜 | 경북 안동시 서부동 | 찜닭이 매콤해요 | korean likes 1
안동: 헛제상 | 경북 안동시 상아동 | 헛제삿밥과 간고등어 | korean
포항: 죽도물회 | 경북 포항시 북구 죽도동 | 물회와 과메기 | seafood
천안: 아우내집 | 충남 천안시 동남구 병천면 | 순대국밥과 모둠순대 | korean likes 1
청주: 상당올갱이 | 충북 청주시 상당구 남문로1가 | 올갱이국 | korean 06:00-15:00
파주: 임진장어 | 경기 파주시 문산읍 | 장어구이를 숯불에 | seafood parking likes 2
파주: 헤이리오후 | 경기 파주시 탄현면 | 케이크와 커피 | cafe kids
송도: 바다풍경관 | 인천 연수구 송도동 | 조개찜과 칼국수 | seafood likes 1
송도: 센트럴브런치 | 인천 연수구 송도동 | 팬케이크와 커피 | cafe
부평: 깡시장국수 | 인천 부평구 부평동 | 멸치국수 | korean solo
정자: 카페로 | 경기 성남시 분당구 정자동 | 에그타르트와 커피 | cafe likes 1
정자: 스시담 | 경기 성남시 분당구 정자동 | 초밥 코스 | japanese reservation
일산: 밤리단 | 경기 고양시 일산동구 정발산동 | 파스타와 뇨끼 | western likes 1
강남: 논현족 | 서울 강남구 역삼동@강남역 | 족발과 보쌈 | korean 15:00-04:00
강남: 봉은파스타 | 서울 강남구 역삼동@강남역 | 봉골레 파스타 | western likes 2
강남: 우주커피 | 서울 강남구 역삼동@강남역 | 원두가 고소해요 | cafe
망원: 손칼국 | 서울 마포구 망원동 | 손칼국수와 만두 | korean
망원: 튀긴날 | 서울 마포구 망원동 | 수제 돈까스 | japanese likes 1
이태원: 케밥왕 | 서울 용산구 이태원동 | 케밥과 후무스 | other 11:00-04:00
나주: 하얀집터 | 전남 나주시 중앙동 | 곰탕이 맑아요 | korean 08:00-20:00 likes 1
담양: 대숲갈비 | 전남 담양군 담양읍 | 떡갈비와 대통밥 | korean parking likes 1
영덕: 강구게 | 경북 영덕군 강구면 | 대게찜 | seafood
언양: 장터불고기 | 울산 울주군 언양읍 | 석쇠 불고기 | grill likes 1
의정부: 찌개골 | 경기 의정부시 의정부동 | 부대찌개 | korean
동래: 할매전 | 부산 동래구 복천동 | 파전과 동동주 | korean
초량: 밀면옥 | 부산 동구 초량동 | 밀면과 만두 | korean
남원: 추어가 | 전북 남원시 천거동 | 추어탕 | korean
순창: 민속상 | 전북 순창군 순창읍 | 한정식 | korean
벌교: 꼬막골 | 전남 보성군 벌교읍 | 꼬막정식 | seafood
서귀포: 자리돔네 | 제주 서귀포시 대포동 | 자리물회 | seafood
평창: 메밀장터 | 강원 평창군 봉평면 | 막국수와 메밀전병 | korean
횡성: 우가터 | 강원 횡성군 횡성읍 | 한우를 구워 먹어요 | grill parking
첫 데이트 이야기 | 강원 태백시 황지동 | 첫 데이트에는 권하지 않겠습니다. 점심도 저녁도 아닙니다. | other
점심 도시락 연구소 | 경북 울진군 울진읍 | 점심 점심 또 점심, 회사 점심 | korean
저녁노을 펜션식당 | 전남 진도군 진도읍 | 저녁에 보는 노을, 저녁 식사 저녁 | korean
회식의 왕 | 경북 봉화군 봉화읍 | 회식은 여기서. 단체 회식 환영 | grill
아침을 여는 집 | 강원 양구군 양구읍 | 아침 아침밥 아침식사 | korean 12:00-20:00
야식이 필요해 | 충북 단양군 단양읍 | 야식으로 좋다지만 다섯 시에 닫아요 | snack 10:00-17:00
해장하러 가자 | 경남 합천군 합천읍 | 해장에는 역시 해장 | korean
가족모임 전문점 | 전북 무주군 무주읍 | 가족 모임, 상견례, 부모님 생신, 어른 모시기 | korean
혼밥의 정석 | 경북 영양군 영양읍 | 혼밥은 눈치가 보여요. 혼자는 받지 않아요 | korean
가성비 끝판왕 | 충남 청양군 청양읍 | 가성비는 이제 없어요. 비싸졌어요 | korean
분위기 깡패 | 강원 화천군 화천읍 | 분위기 하나만 좋고 맛은 아쉬워요 | cafe
생일파티룸 | 충남 서천군 서천읍 | 생일 기념일 파티 소개팅 송년회 | bar
단체석 구함 | 경남 의령군 의령읍 | 단체 단체석 20명 | korean
맥주는 사랑 | 충북 괴산군 괴산읍 | 회사 동료랑 맥주에 양꼬치 생각 | bar
매운거 좋아 | 경북 청송군 청송읍 | 매운거 매운 음식 좋아하는 사람의 일기 | other
국밥 부산에서 배움 | 전북 익산시 창인동1가 | 부산에서 배운 국밥, 부산 국밥 | korean
성수기에 가는 카페 추천 | 강원 고성군 토성면 | 성수기 카페 추천 글 | cafe
강남스타일 파스타 | 경남 하동군 하동읍 | 강남역에서 먹던 파스타 추천 | western
춘천에서 온 닭갈비 | 경남 거창군 거창읍 | 춘천 닭갈비 맛집이라는데 | korean
뭐 먹어야 해 | 충북 영동군 영동읍 | 춘천 가면 뭐 먹어야 해 물어보던 친구 | other
장어집 이야기 | 전북 고창군 고창읍 | 부모님 모시고 갈 만한 파주 장어집을 찾다가 | other
오늘의 데이트 성공 | 서울 종로구 익선동 | 데이트하기 좋은 한옥 와인바 | bar likes 6 been 3
데이트 실패기 | 경기 여주시 홍문동 | 데이트 데이트 데이트, 비추천 | other
밤새우는 국수 | 서울 종로구 종로3가 | 야식으로 먹는 국수 | snack 20:00-05:00 likes 5
불맛 낙지옥 | 서울 동대문구 용두동 | 매운 낙지볶음 | seafood likes 5
매운갈비 대장 | 대구 중구 동인동1가 | 매운 갈비찜 | korean likes 4
알뜰 백반 | 대전 중구 은행동 | 가성비 좋은 백반 | korean under_1 likes 5 been 2
분위기에 취해 | 서울 용산구 한남동 | 분위기 좋은 와인바 | bar likes 5
부산 맛집 지도 | 경북 의성군 의성읍 | 부산 맛집을 지도에 그렸어요 | other
영도: 돼지상 | 부산 영도구 영선동1가 | 수육백반과 국밥 | korean likes 7 been 4
남영돈 | 서울 용산구 남영동 | 항정살과 가브리살 | grill
후계동 | 경기 이천시 창전동 | 산촌의 밥집 | korean
스시선 | 서울 강동구 성내동 | 초밥 | japanese
스시선호 | 서울 강서구 마곡동 | 초밥집 스시선 아님 | japanese likes 3
스시 선 고르기 | 경기 안성시 낙원동 | 스시선 스시선 스시선 | other
국수정 | 경기 광주시 경안동 | 잔치국수 | korean
국수정거장 | 강원 정선군 정선읍 | 국수정거장 국수 | korean likes 2
국수 정말 좋아 | 충남 예산군 예산읍 | 국수정 다녀온 날 | other
진주집 | 서울 중구 남창동 | 꼬리곰탕 | korean
진주집 가는 길 | 경남 진주시 대안동 | 진주집을 찾아서 진주 | other likes 2
진주냉면 원조 | 경남 진주시 이현동 | 육전을 얹은 냉면 | korean likes 4
서울식당 | 전북 김제시 요촌동 | 백반 | korean
서울식당 2호 | 서울 중구 명동2가 | 서울의 식당 | korean likes 3
대구집 | 서울 영등포구 문래동1가 | 대구탕 | seafood
제주상회 | 대전 유성구 봉명동 | 고기국수 | korean
강릉집 | 서울 서대문구 연희동 | 우럭미역국 | seafood
목포집 | 경기 시흥시 정왕동 | 홍어삼합 | seafood
부산식당 | 경기 오산시 오산동 | 생태탕 | seafood
춘천옥 | 서울 금천구 가산동 | 보쌈과 막국수 | korean
평양면옥 | 서울 중구 장충동1가 | 평양냉면 | korean
한우정 | 경기 화성시 반송동 | 등심과 육회 | grill
파스타관 | 경기 김포시 사우동 | 생면 파스타 | western
커피한약방 | 서울 중구 을지로2가 | 필터 커피 | cafe
데이트 | 울산 남구 삼산동 | 카페 이름이 데이트예요 | cafe
점심 | 경기 구리시 인창동 | 가게 이름이 점심이에요 | korean
고기리막국수 | 경기 용인시 수지구 고기동 | 들기름막국수 | korean likes 2
을밀대 | 서울 마포구 염리동 | 냉면과 수육 | korean
우래옥 | 서울 중구 주교동 | 냉면과 불고기 | grill
동경 | 충남 아산시 온천동 | 돈가스 | japanese
봄날 | 경남 거제시 고현동 | 파스타 | western
미도인 | 광주 동구 충장로1가 | 스테이크덮밥 | western
한남순대 | 세종 나성동 | 순대국 | korean
가나다식당 | 인천 남동구 구월동 | 주인 전화는 02-345-6789 아니고 032-421-7788이에요 | korean
전화받는 밥집 | 경기 하남시 신장동 | 예약은 031 791 2345로 해 주세요 | korean
이음회관 | 충남 공주시 중동 | 문의 0507-1322-4455 | korean
번호남긴 집 | 경북 구미시 원평동 | 전화 054.456.7890 | korean
사일구 | 경남 김해시 부원동 | 010-2345-9876으로 예약 | korean
맛객의 첫 상 | 경기 양평군 양평읍 | 된장찌개 | korean by 배부른고래
고래의 둘째 상 | 경기 가평군 가평읍 | 잣국수 | korean by 배부른고래
산책 뒤에 | 전남 곡성군 곡성읍 | 참게탕 | seafood by 느린국자
오후의 접시 | 경남 남해군 남해읍 | 멸치쌈밥 | korean by 김치전도사
테헤란로 백오십이 | 서울 강남구 역삼동@역삼역 | 서울 강남구 테헤란로 152 지하 식당가 | korean
양화로 백오십이 | 전남 완도군 완도읍 | 번지가 152예요. 서울 강남 이야기 | other
`

export type WorldPost = Readonly<{
  town: string | null
  title: string
  address: string
  landmark: string | null
  contents: string
  facts: string
}>

/** The posts of lines in the form above. */
export function readPosts(text: string): readonly WorldPost[] {
  const rows = text.trim().split('\n')
  return rows.map((line) => {
    const [name = '', where = '', contents = '', facts = ''] = line.split('|').map((cell) => cell.trim())
    const [title = '', town = null] = name.split(': ').toReversed()
    const [address = '', landmark = null] = where.split('@')
    return { town, title, address, landmark, contents, facts }
  })
}

export const worldPosts = readPosts(lines)
