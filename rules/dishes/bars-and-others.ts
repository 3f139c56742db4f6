/** Pancakes, drinks and food of other countries, as `rules/dishes.ts` tells. */
export const barsAndOthers = `
전 | 전집 부침개 | 파전 해물파전 김치전 감자전 빈대떡 녹두전 육전 | jeon koreanpancake
파전 | 해물파전 동래파전 파전집 | | pajeon seafoodpancake greenonionpancake
빈대떡 | 녹두전 녹두빈대떡 | | bindaetteok mungbeanpancake
두부 | 두부집 | 두부전골 두부김치 손두부 초당두부 | tofu
묵밥 | 도토리묵 묵사발 | |
골뱅이 | 골뱅이무침 | 골뱅이소면 |
홍어 | 홍어삼합 홍어회 | |
포차 | 포장마차 실내포차 | | pocha
술집 | 주점 호프집 호프 펍 선술집 요리주점 | 이자카야 포차 와인바 맥주집 | pub bar
맥주 | 맥주집 수제맥주 | | beer craftbeer
막걸리 | 막걸리집 | 동동주 | makgeolli ricewine
와인 | 와인바 | | wine winebar
뷔페 | 부페 | 한식뷔페 고기뷔페 | buffet
채식 | 비건 베지테리언 | | vegan vegetarian
인도음식 | 인도요리 인도음식점 인도커리 인도카레 | 탄두리 | indian indianfood
태국음식 | 태국요리 태국음식점 | 팟타이 똠얌꿍 | thai thaifood
베트남음식 | 베트남요리 베트남음식점 | 쌀국수 분짜 반미 월남쌈 | vietnamese
짜글이 | 짜글이찌개 돼지짜글이 | |
항정살 | 가브리살 | |
소주 | 소주집 | | soju
칵테일 | 칵테일바 | | cocktail cocktailbar cocktails
위스키 | 위스키바 | | whisky whiskey
사케 | 니혼슈 | | sake
하이볼 | | | highball
전통주 | 약주 우리술 | | traditionalliquor
주스 | 쥬스 생과일주스 과일주스 | | juice
스무디 | | | smoothie
초콜릿 | 초콜렛 쵸콜릿 초코 쇼콜라 쇼콜라떼 핫초코 | | chocolate
말차 | 말차라떼 녹차라떼 | | matcha
계란빵 | 달걀빵 | | eggbread gyeranppang
찐빵 | | | steamedbun
식빵 | | | loafbread
단팥빵 | 앙금빵 팥빵 | |
야키니쿠 | 야끼니꾸 야키니꾸 | | yakiniku
규카츠 | 규까스 | | gyukatsu
모츠나베 | 모쯔나베 나베 | | motsunabe nabe
나가사키짬뽕 | 나가사끼짬뽕 | |
탄탄면 | 탄탄멘 단단면 | | dandannoodles tantanmen
우육면 | 니우로우멘 우육탕면 | | beefnoodlesoup beefnoodles
마라룽샤 | 마라롱샤 | |
닭칼국수 | 닭칼 | |
콩나물국 | 콩나물김칫국 | |
`
