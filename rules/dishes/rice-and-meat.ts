/** Rice, meat and poultry, as `rules/dishes.ts` tells. */
export const riceAndMeat = `
비빔밥 | 비빈밥 | 돌솥비빔밥 육회비빔밥 산채비빔밥 전주비빔밥 꼬막비빔밥 멍게비빔밥 회덮밥 | bibimbap bibimbab
쌀밥 | 쌀밥정식 | |
돌솥밥 | 돌솥비빔밥 솥밥 | |
김밥 | 김빱 | 충무김밥 참치김밥 마약김밥 꼬마김밥 키토김밥 | gimbap kimbap kimbab
충무김밥 | | | chungmugimbap
주먹밥 | 삼각김밥 오니기리 | | riceball onigiri
볶음밥 | 뽁음밥 복음밥 | 김치볶음밥 새우볶음밥 | friedrice
덮밥 | 돈부리 | 규동 가츠동 텐동 사케동 회덮밥 제육덮밥 장어덮밥 카이센동 부타동 | ricebowl donburi
규동 | 소고기덮밥 | | gyudon
텐동 | 튀김덮밥 | | tendon
카이센동 | 해산물덮밥 | | kaisendon
가츠동 | 가쓰동 가츠돈 | | katsudon
오므라이스 | 오무라이스 | | omurice omelettrice
카레 | 커리 | 스프카레 카레라이스 인도카레 | curry
쌈밥 | 쌈빱 | 우렁쌈밥 제육쌈밥 | ssambap
보리밥 | 보리빱 | |
백반 | 가정식 가정식백반 밥집 집밥 | | baekban homefood
한정식 | | 한상차림 | hanjeongsik koreantablesetting
한식 | 한식당 한식집 한국음식 | 한정식 백반 비빔밥 | koreanfood
제육볶음 | 제육 제육뽁음 두루치기 | | jeyuk spicypork
불고기 | 불꼬기 | 소불고기 돼지불고기 언양불고기 뚝배기불고기 뚝불 | bulgogi
고기집 | 고깃집 고기구이 고기 | 삼겹살 갈비 목살 한우 소고기 돼지갈비 | bbq koreanbbq barbecue meat
삼겹살 | 삼겹쌀 삼겹 삼겹살집 솥뚜껑삼겹살 삼쏘 | 냉삼 대패삼겹살 오겹살 | samgyeopsal porkbelly
등갈비 | 쪽갈비 | 등갈비찜 | 
껍데기 | 돼지껍데기 껍질 돼지껍질 | |
닭똥집 | 닭근위 근위 똥집튀김 닭모래집 | |
뭉티기 | 생고기 | |
목살 | 목쌀 | |
흑돼지 | 흑돼지구이 | 흑돼지삼겹살 흑돼지오겹살 | blackpork heukdwaeji
갈비 | 갈비집 갈비구이 숯불갈비 la갈비 | 돼지갈비 소갈비 왕갈비 수원갈비 떡갈비 양념갈비 엘에이갈비 생갈비 | galbi kalbi ribs
돼지갈비 | 돼지갈비집 | | porkribs
떡갈비 | | | tteokgalbi
갈비찜 | 갈비찜집 | 매운갈비찜 | galbijjim
곱창 | | 막창 대창 소곱창 돼지곱창 곱창구이 곱창전골 야채곱창 | gopchang
막창 | 막창구이 | |
대창 | 대창구이 | |
소고기 | 쇠고기 소고기집 | 한우 등심 안심 꽃등심 육회 스테이크 차돌박이 | beef
한우 | 한우집 | 한우구이 한우오마카세 | hanwoo
차돌박이 | 차돌배기 차돌 | |
육회 | 육훼 | 육회비빔밥 육사시미 | yukhoe beeftartare
닭갈비 | 닥갈비 닭갈비집 | 춘천닭갈비 철판닭갈비 숯불닭갈비 | dakgalbi spicychicken
찜닭 | 안동찜닭 찜닥 | | jjimdak braisedchicken
닭볶음탕 | 닭도리탕 닥볶음탕 닭매운탕 | | dakbokkeumtang
닭발 | 닥발 | 무뼈닭발 국물닭발 | chickenfeet
닭강정 | 닥강정 | | dakgangjeong
닭꼬치 | 닥꼬치 | | chickenskewer
치킨 | 통닭 후라이드 프라이드치킨 치킨집 양념통닭 시장통닭 가마솥통닭 전기구이통닭 | 후라이드치킨 양념치킨 간장치킨 옛날통닭 닭강정 | chicken friedchicken koreanfriedchicken
치맥 | 치킨맥주 | | chimaek chickenandbeer chickenbeer
오리고기 | 오리 오리구이 | 오리백숙 훈제오리 오리주물럭 | duck
양꼬치 | 양갈비 양고기 | | lamb lambskewers
족발 | 족빨 | 냉채족발 불족발 | jokbal pigstrotters
보쌈 | 보쌈집 | 굴보쌈 마늘보쌈 | bossam
수육 | 쑤육 | |
순대 | 순데 | 백순대 순대볶음 찹쌀순대 병천순대 | sundae bloodsausage
`
