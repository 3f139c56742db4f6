/** Japanese and western food, bread, sweets and drinks of cafes, and a few Korean dishes, as `rules/dishes.ts` tells. */
export const japaneseWesternAndCafes = `
돈가스 | 돈까스 돈카츠 돈카쯔 돈까쓰 돈가쓰 | 왕돈까스 치즈돈까스 카츠 히레카츠 로스카츠 | donkatsu tonkatsu porkcutlet
카츠 | 규카츠 가츠 | | katsu
함박스테이크 | 함박 햄버그스테이크 함바그 | | hamburgsteak
오코노미야키 | 오꼬노미야끼 | | okonomiyaki
타코야키 | 타코야끼 다코야키 | | takoyaki
야키토리 | 야끼토리 꼬치구이 꼬치집 | | yakitori
이자카야 | 이자까야 일본식주점 | 야키토리 | izakaya
일식 | 일식집 일식당 일본음식 일본요리 | 초밥 라멘 돈가스 우동 텐동 오마카세 이자카야 | japanese japanesefood
파스타 | 스파게티 스파게띠 | 까르보나라 알리오올리오 봉골레 라구 로제파스타 크림파스타 봉골레파스타 명란파스타 나폴리탄 | pasta spaghetti
옹심이 | 감자옹심이 | |
휘낭시에 | 피낭시에 | |
에그타르트 | | | eggtart
까눌레 | 카눌레 | |
탕후루 | | | tanghulu
까르보나라 | 카르보나라 | | carbonara
리조또 | 리소토 리조토 | | risotto
피자 | 핏자 | 화덕피자 시카고피자 나폴리피자 | pizza
양식 | 양식당 양식집 이탈리안 레스토랑 | 파스타 피자 스테이크 리조또 | italian western restaurant
스테이크 | 스테익 | | steak
햄버거 | 버거 수제버거 햄버그 | 수제햄버거 치즈버거 쉬림프버거 치킨버거 | burger hamburger
소시지 | 소세지 쏘세지 쏘시지 | 수제소시지 | sausage
샌드위치 | 샌드위취 | 클럽샌드위치 | sandwich
토스트 | | | toast
핫도그 | 핫독 | | hotdog
타코 | 따코 타코스 | | taco tacos
부리또 | 부리토 브리또 | | burrito
케밥 | 케밥집 | | kebab
샐러드 | 샐러드집 | 포케 | salad
포케 | | | poke
브런치 | 브런취 브런치카페 | 에그베네딕트 팬케이크 | brunch
카페 | 커피 커피숍 까페 카페집 커피집 아메리카노 아아 뜨아 아바라 카공 | 디저트카페 베이커리카페 로스터리 라떼 아인슈페너 에스프레소 카푸치노 콜드브루 드립커피 핸드드립 | cafe coffee coffeeshop americano espresso
디저트 | 디져트 | 케이크 마카롱 타르트 푸딩 | dessert
케이크 | 케익 케잌 | 치즈케이크 롤케이크 당근케이크 쉬폰케이크 | cake
마카롱 | | | macaron
빵 | 빵집 베이커리 제과점 빵지순례 | 크루아상 식빵 바게트 소금빵 베이글 | bread bakery
소금빵 | 시오빵 | | saltbread
베이글 | | | bagel
크루아상 | 크로와상 크로아상 | | croissant
스콘 | | | scone
도넛 | 도너츠 도나쓰 찹쌀도넛 찹쌀도너츠 | | donut doughnut
와플 | | | waffle
팬케이크 | 핫케이크 | | pancake
아이스크림 | 아이스크림집 | 젤라또 소프트아이스크림 | icecream
젤라또 | 젤라토 | | gelato
빙수 | 팥빙수 | 망고빙수 눈꽃빙수 | bingsu shavedice
차 | 찻집 전통찻집 | 홍차 밀크티 녹차 | tea teahouse
버블티 | | | bubbletea
`
