/**
 * Food as people search for it, one dish or kind of food a line: `name | other spellings and names | what belongs to it
 * | English`. English names have no spaces. A search for a name finds its other spellings and what belongs to it: '회'
 * finds 모둠회. What belongs to it finds only itself.
 */
const lines = `
국밥 | 국빱 | 돼지국밥 순대국밥 소머리국밥 콩나물국밥 굴국밥 따로국밥 수육국밥 장터국밥 얼큰국밥 | gukbap ricesoup soupwithrice
돼지국밥 | 돼지국빱 | | dwaejigukbap porksoup porkricesoup
순대국 | 순댓국 순대국밥 순댓국밥 | | sundaeguk sundaesoup
콩나물국밥 | 콩나물해장국 | | kongnamulgukbap
해장국 | | 뼈해장국 선지해장국 콩나물해장국 황태해장국 양평해장국 | haejangguk hangoversoup
뼈해장국 | 뼈다귀해장국 뼈다귀탕 | | bonehangoversoup
선지국 | 선짓국 선지해장국 | |
감자탕 | 감자국 | | gamjatang porkbonestew
잡채 | | | japchae glassnoodles
떡국 | 떡꾹 | 떡만둣국 | tteokguk ricecakesoup
다슬기국 | 올갱이국 올뱅이국 다슬기해장국 올갱이해장국 | |
어탕국수 | 어죽 | |
비지찌개 | 콩비지 콩비지찌개 비지찌게 | |
설렁탕 | 설농탕 | | seolleongtang oxbonesoup
곰탕 | 꼼탕 | 나주곰탕 꼬리곰탕 도가니탕 | gomtang beefsoup
꼬리곰탕 | 꼬리탕 | |
갈비탕 | 왕갈비탕 | | galbitang ribsoup
삼계탕 | 삼게탕 닭백숙 | 한방삼계탕 들깨삼계탕 | samgyetang ginsengchicken ginsengchickensoup
백숙 | 능이백숙 | 닭백숙 토종닭백숙 오리백숙 능이닭백숙 | baeksuk
추어탕 | 추어탕집 | | chueotang
육개장 | 육계장 육게장 | | yukgaejang
닭개장 | 닭계장 | |
닭한마리 | 닭한마리칼국수 | | dakhanmari
미역국 | 미역꾹 | | seaweedsoup
북엇국 | 북어국 황탯국 황태국 | 황태해장국 |
매운탕 | | 대구매운탕 쏘가리매운탕 메기매운탕 | spicyfishstew
대구탕 | 대구지리 | |
복국 | 복어국 복지리 복매운탕 | | pufferfish
동태찌개 | 동태찌게 동태탕 생태탕 생태찌개 | |
김치찌개 | 김치찌게 김찌 | 돼지김치찌개 참치김치찌개 묵은지김치찌개 | kimchijjigae kimchistew kimchisoup
된장찌개 | 된장찌게 된찌 | 차돌된장찌개 | doenjangjjigae soybeanstew
순두부찌개 | 순두부 순두부찌게 순찌 | | sundubu softtofu softtofustew sundubujjigae tofustew spicytofustew
부대찌개 | 부대찌게 부찌 | | budaejjigae armystew
청국장 | 청국장찌개 | | cheonggukjang
찌개 | 찌게 | 김치찌개 된장찌개 부대찌개 순두부찌개 동태찌개 | jjigae stew
전골 | | 곱창전골 만두전골 버섯전골 불고기전골 | jeongol
샤브샤브 | 샤부샤부 샤브 | 월남쌈 | shabushabu
스키야키 | 스끼야끼 | | sukiyaki
마라탕 | 마라 | | malatang mala
마라샹궈 | 마라상궈 | | malaxiangguo
훠궈 | 훠거 훠꿔 | | huoguo hotpot chinesehotpot
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
한식 | 한식당 한식집 | 한정식 백반 비빔밥 | koreanfood
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
떡볶이 | 떡볶이집 떡볶기집 떡뽁이 떡복이 떡볶기 떡뽀끼 떡볶끼 떡뽂이 | 국물떡볶이 즉석떡볶이 로제떡볶이 기름떡볶이 짜장떡볶이 | tteokbokki ddukbokki ddeokbokki topokki ricecake
라볶이 | 라뽁이 라복이 쫄볶이 | | rabokki rabboki
분식 | 분식집 | 떡볶이 김밥 라면 순대 튀김 | bunsik streetfood snackbar
튀김 | 튀김집 | 모둠튀김 새우튀김 오징어튀김 덴푸라 텐푸라 | tempura
어묵 | 오뎅 오댕 어묵탕 오뎅탕 꼬치어묵 | 부산어묵 | eomuk fishcake odeng oden
만두 | 만두집 | 왕만두 군만두 물만두 찐만두 교자 딤섬 만둣국 | mandu dumpling dumplings
만둣국 | 만두국 떡만둣국 떡만두국 | |
딤섬 | 딤썸 | 소롱포 샤오롱바오 | dimsum
샤오롱바오 | 소롱포 샤오룽바오 | | xiaolongbao
경주빵 | 황남빵 | |
호떡 | 호떡집 | 씨앗호떡 | hotteok hodduk sweetpancake
붕어빵 | 잉어빵 | | bungeoppang fishbread fishshapedbread
호두과자 | 호도과자 | | walnutcake
떡 | 떡집 | 인절미 송편 찹쌀떡 오메기떡 모찌 가래떡 시루떡 백설기 | 
한과 | 약과 | |
죽 | 죽집 | 전복죽 호박죽 팥죽 녹두죽 | porridge juk
전복죽 | | | abaloneporridge
국수 | 국쑤 국수집 | 잔치국수 비빔국수 고기국수 막국수 칼국수 콩국수 멸치국수 열무국수 초계국수 김치말이국수 골동국수 | noodle noodles guksu
잔치국수 | 잔치국쑤 | |
비빔국수 | 비빔국쑤 | |
고기국수 | 고기국쑤 | | gogiguksu
칼국수 | 칼국쑤 손칼국수 칼제비 | 바지락칼국수 해물칼국수 들깨칼국수 닭칼국수 얼큰칼국수 | kalguksu knifenoodles knifecutnoodles
수제비 | 수재비 | 감자수제비 | sujebi
막국수 | 막국쑤 메밀막국수 | 들기름막국수 | makguksu
메밀국수 | 소바 메밀소바 모밀 모밀국수 냉모밀 판모밀 | 판메밀 냉소바 | soba buckwheatnoodles
콩국수 | 콩국쑤 | | kongguksu
쫄면 | 쫄멘 | | jjolmyeon
밀면 | | | milmyeon
냉면 | 냉멘 물냉 비냉 | 평양냉면 함흥냉면 물냉면 비빔냉면 회냉면 칡냉면 진주냉면 | naengmyeon coldnoodles coldnoodle
평양냉면 | 평냉 | | pyongyangnaengmyeon
함흥냉면 | 함냉 | |
라면 | 라면집 | 해물라면 | ramyeon ramyun
라멘 | 라맨 라멘집 일본라멘 | 돈코츠라멘 미소라멘 쇼유라멘 츠케멘 | ramen
츠케멘 | 쯔케멘 | | tsukemen
우동 | 우동집 | 가락국수 자루우동 냉우동 어묵우동 | udon
쌀국수 | 쌀국쑤 베트남쌀국수 월남국수 퍼 | | pho ricenoodles
팟타이 | 팟타이볶음면 | | padthai
분짜 | | | buncha
분보싸오 | 분보남보 | |
반미 | 반미샌드위치 | | banhmi
월남쌈 | | | springrolls
똠얌꿍 | 똠양꿍 톰얌꿍 똠얌 똠양 | | tomyum
짜장면 | 자장면 짜장 자장 짜장멘 | 삼선짜장 삼선간짜장 간짜장 쟁반짜장 유니짜장 | jajangmyeon jjajangmyeon blackbeannoodles
짬뽕 | 짬봉 짬뽕집 | 삼선짬뽕 차돌짬뽕 백짬뽕 고추짬뽕 해물짬뽕 | jjamppong jjambbong
탕수육 | 탕슈육 꿔바로우 궈바로우 꿔바러우 | 찹쌀탕수육 | tangsuyuk sweetandsourpork
마파두부 | 마파두부밥 | | mapotofu
중식 | 중국집 중화요리 중국요리 중식당 | 짜장면 짬뽕 탕수육 마라탕 딤섬 | chinese chinesefood
초밥 | 스시 쓰시 초빱 | 회전초밥 유부초밥 연어초밥 오마카세 | sushi chobap
오마카세 | 오마까세 | 스시오마카세 한우오마카세 | omakase
회 | 생선회 사시미 횟집 활어회 회집 활어 | 모둠회 모듬회 광어회 우럭회 연어회 방어회 숙성회 막회 세꼬시 물회 참치회 | rawfish sashimi hoe
물회 | 물훼 | 한치물회 자리물회 전복물회 | mulhoe
방어 | 방어회 대방어 | | yellowtail
광어 | 광어회 | |
연어 | 연어회 | 연어덮밥 사케동 연어초밥 | salmon
참치 | 참치회 참치집 | | tuna
과메기 | 과매기 | |
해산물 | 해물 해산물집 | 조개구이 대게 킹크랩 새우 낙지 오징어 문어 꼬막 전복 굴 | seafood
해물찜 | 해물탕 | 아구찜 | seafoodstew
조개구이 | 조개집 조개찜 | 가리비구이 | grilledclams clams
대게 | 영덕대게 | 킹크랩 홍게 | snowcrab crab
킹크랩 | | | kingcrab
간장게장 | 게장 꽃게장 간장개장 돌게장 | 양념게장 | ganjanggejang soycrab soysaucecrab gejang marinatedcrab
꽃게탕 | 꽃개탕 | |
새우 | 대하 대하구이 | 새우구이 새우튀김 간장새우 | shrimp prawn
굴 | 석화 | 굴국밥 굴전 굴구이 굴보쌈 | oyster oysters
전복 | 전복구이 | 전복죽 전복뚝배기 | abalone
꼬막 | | 꼬막비빔밥 |
낙지 | 낙지볶음 | 산낙지 낙지탕탕이 연포탕 낙곱새 낙지덮밥 갈낙탕 | octopus nakji
주꾸미 | 쭈꾸미 쭈구미 쭈삼 쭈꾸미볶음 쭈꾸미삼겹살 | 주꾸미볶음 | jjukkumi
오징어 | | 오징어볶음 오징어회 오징어순대 | squid
문어 | | 문어숙회 |
장어 | 장어구이 민물장어 바다장어 풍천장어 장어집 | 장어덮밥 히츠마부시 붕장어 꼼장어 | eel jangeo unagi
꼼장어 | 곰장어 먹장어 | |
아구찜 | 아귀찜 | | agujjim monkfish
생선구이 | 생선집 생선구이집 | 고등어구이 갈치구이 삼치구이 | grilledfish
고등어 | 고등어구이 | 고등어조림 고등어회 | mackerel
갈치 | 갈치구이 갈치조림 | |
생선조림 | | 갈치조림 고등어조림 |
돈가스 | 돈까스 돈카츠 돈카쯔 돈까쓰 돈가쓰 | 왕돈까스 치즈돈까스 카츠 히레카츠 로스카츠 | donkatsu tonkatsu porkcutlet
카츠 | 규카츠 가츠 | | katsu
함박스테이크 | 함박 햄버그스테이크 함바그 | | hamburgsteak
오코노미야키 | 오꼬노미야끼 | | okonomiyaki
타코야키 | 타코야끼 다코야키 | | takoyaki
야키토리 | 야끼토리 꼬치구이 꼬치집 | | yakitori
이자카야 | 이자까야 일본식주점 | 야키토리 | izakaya
일식 | 일식집 일식당 일본음식 | 초밥 라멘 돈가스 우동 텐동 오마카세 이자카야 | japanese japanesefood
파스타 | 스파게티 스파게띠 | 까르보나라 알리오올리오 봉골레 라구 로제파스타 크림파스타 봉골레파스타 명란파스타 나폴리탄 | pasta spaghetti
옹심이 | 감자옹심이 | |
휘낭시에 | 피낭시에 | |
에그타르트 | | | eggtart
까눌레 | 카눌레 | |
탕후루 | | | tanghulu
까르보나라 | 카르보나라 | | carbonara
리조또 | 리소토 리조토 | | risotto
피자 | 핏자 | 화덕피자 시카고피자 나폴리피자 | pizza
양식 | 양식당 이탈리안 레스토랑 | 파스타 피자 스테이크 리조또 | italian western restaurant
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
소머리국밥 | 소머리곰탕 소머리수육 | | oxheadsoup
수구레국밥 | 수구레 | |
선지해장국 | 선지 | |
황태해장국 | 황태 황태구이 | |
곤드레밥 | 곤드레나물밥 곤드레돌솥밥 | |
멸치쌈밥 | 멸치회 멸치회무침 | |
물텀벙 | 물텀벙이 | |
도다리쑥국 | 도다리 | |
밴댕이 | 밴댕이회 밴댕이무침 | |
병어 | 병어회 병어조림 | |
민어회 | 민어탕 | |
전어 | 전어회 전어구이 | |
도루묵 | 도루묵찌개 | |
짱뚱어탕 | 짱뚱어 | |
키조개 | 관자 키조개삼합 | |
가리비 | 가리비찜 | | scallop
멍게 | 멍게비빔밥 | |
성게 | 성게미역국 성게알 우니 | | seaurchin uni
갈치조림 | 은갈치조림 | |
옥돔 | 옥돔구이 | |
접짝뼈국 | 접착뼈국 | |
보말칼국수 | 보말죽 보말 | |
매생이국 | 매생이 매생이굴국밥 매생이굴국 | |
토하젓 | 토하 | |
납작만두 | | | flatdumplings
메밀전병 | 총떡 | |
송어회 | 송어 | |
빠가사리매운탕 | 빠가매운탕 | |
도리뱅뱅이 | 도리뱅뱅 | |
마늘빵 | 육쪽마늘빵 | | garlicbread
츄러스 | 추로스 | | churros
푸딩 | | | pudding
티라미수 | 티라미슈 | | tiramisu
밀크티 | | | milktea
크레페 | 크레이프 | | crepe
뇨끼 | | | gnocchi
라자냐 | | | lasagna
빠에야 | 파에야 | | paella
감바스 | | | gambas
바비큐 | 바베큐 | | bbqribs
폭립 | 백립 | | babyribs
치즈돈가스 | 치즈돈까스 치돈 | |
왕돈가스 | 왕돈까스 | |
컵밥 | | | cupbap
도시락 | 벤또 | |
생맥주 | | | draftbeer
산낙지 | 낙지탕탕이 | | liveoctopus
스지 | 스지탕 | |
양곱창 | 양대창 | |
토시살 | 안창살 | |
묵은지찜 | 묵은지김치찜 김치찜 | | kimchijjim
코다리 | 코다리찜 코다리조림 | |
굴비 | 굴비구이 | 보리굴비
보리굴비 | 굴비정식 | |
홍합 | 홍합탕 | | mussels
유산슬 | 팔보채 | |
깐쇼새우 | 칠리새우 크림새우 | |
동파육 | | | dongpopork
북경오리 | 베이징덕 페킹덕 | | pekingduck
나시고렝 | 나시고랭 | | nasigoreng
미고렝 | | | migoreng
푸팟퐁커리 | 뿌팟퐁커리 푸팟퐁 | |
탄두리치킨 | | | tandoori
후무스 | 팔라펠 | | hummus falafel
뼈찜 | 등뼈찜 | |
꽃게찜 | 게찜 | |
볶음면 | 야끼소바 야키소바 | | friednoodles yakisoba
필라프 | | | pilaf
하이라이스 | 하야시라이스 | |
멘보샤 | | | menbosha
수플레 | 수플레팬케이크 | | souffle
계란말이 | 달걀말이 | |
계란찜 | 달걀찜 | |
염소탕 | 흑염소탕 흑염소 염소고기 흑염소전골 | | goat
보신탕 | 사철탕 영양탕 | |
토마호크 | | | tomahawk
이베리코 | 이베리코흑돼지 | | iberico
누룽지 | 누룽지탕 누룽지백숙 | |
젓갈 | 젓갈정식 | |
감자튀김 | 감튀 | | frenchfries fries
멕시칸 | 멕시코음식 | 타코 부리또 | mexican mexicanfood
돼지고기 | | | pork
생선 | 물고기 | 생선구이 생선조림 | fish
김치 | 갓김치 묵은지 | | kimchi
소시지야채볶음 | 쏘야 소세지야채볶음 | |
소떡소떡 | 소떡 | |
반쎄오 | 반세오 반쌔오 | |
짜조 | 스프링롤 | |
피시앤칩스 | 피쉬앤칩스 | | fishandchips
돔베고기 | 돔배고기 | |
가츠산도 | 카츠산도 | |
중국냉면 | 중식냉면 | |
곱도리탕 | 곱도리 | |
소맥 | 쏘맥 | |
오삼불고기 | 오삼 | |
김치볶음밥 | 김볶밥 김볶 | | kimchifriedrice
붕장어 | 아나고 바닷장어 | |
갯장어 | 하모 하모회 하모샤브샤브 | |
재첩국 | 재첩 | |
대통밥 | 죽통밥 | |
마제소바 | 마제 | |
간재미 | 간재미무침 간자미 | |
서대회 | 서대 서대회무침 | |
어복쟁반 | | | beefplatter
애플파이 | 사과파이 | | applepie
두쫀쿠 | 두바이쫀득쿠키 두바이초콜릿 | |
요거트아이스크림 | 요거트 그릭요거트 | | yogurt
프렌치 | 프랑스음식 프랑스요리 비스트로 | | french frenchfood
스페인음식 | 스페인요리 타파스 | | spanish tapas
터키음식 | 튀르키예음식 | 케밥 카이막 | turkish
퀘사디아 | 케사디야 | | quesadilla
꼬치 | 꼬치집 꼬치구이 | 닭꼬치 양꼬치 염통꼬치 | skewers skewer
떡튀순 | 김떡순 | |
피맥 | 피자맥주 | |
프렌치토스트 | | | frenchtoast
감자빵 | | | potatobread
`

/** Food of one name, which has no kinds: many a line. */
const others = `
  내장탕 닭곰탕 몸국 알탕 오겹살 갈매기살 분보후에 양장피 유린기 유부초밥 낙곱새 깐풍기 크로플 감자전 꽈배기 닭죽
  게국지 장칼국수 감자옹심이 양미리 해삼 딱새우 고등어회 오메기떡 갈낙탕 연포탕 육전 상추튀김 오리탕 애저 꿀빵 빼떼기죽
  찜갈비 누른국수 무침회 간고등어 헛제삿밥 올챙이국수 두부두루치기 가락국수 텍사스바비큐 떡꼬치 기사식당 한식뷔페
  골뱅이소면 노가리 먹태 오돌뼈 닭똥집튀김 대방어 참치회 소곱창 생고기김치찌개 문어숙회 게살볶음밥 고추잡채 지삼선
  가지튀김 한방통닭 부추전 배추전 해신탕 닭목살 특수부위 우대갈비 치즈볼 빙떡 닭반마리 물갈비 물닭갈비 물막국수
  비빔막국수 물짜장 쫄우동 밀푀유나베 멘치카츠 대창덮밥 아바이순대 고사리해장국 고사리육개장 치밥 닭장떡국 추어튀김
  장흥삼합 뒷고기 팥칼국수 들깨수제비 얼큰수제비 갈치국 각재기국 고기국 물쫄면 새조개 피조개 백합죽 바지락죽 은어구이
  참게탕 빙어튀김 민물매운탕 붕어찜 잉어찜 장어탕 낙지호롱 육낙 산채정식 더덕구이 송이버섯 닭숯불구이 황기백숙 오리로스
  꿩만두 말고기 고기만두 돼지갈비찜 짝갈비 소막창 돼지막창 염통 닭날개 파닭 순살치킨 플랫화이트 아포가토 바닐라라떼
  카페라떼 흑임자라떼 술빵 옥수수빵 사과빵 연탄빵 보리빵 쑥빵 개성주악 쿠키 카스테라 파운드케이크 생크림케이크 에끌레어
  슈크림 아사이볼 크룽지 오뎅바 파인다이닝 코스요리 도삭면 나초 에그샌드위치 에그인헬 참치마요 닭내장탕 팟씨유 쏨땀
  어만두 어탕 어회 모주 콩국 돼지김치구이 고래고기 대게라면 해물뚝배기 오분자기뚝배기 갈치회 자리돔 한치 한치회 소라
  뿔소라 톳밥 우럭튀김 우럭젓국 박속낙지탕 굴밥 어리굴젓 꽃게 꽃게무침 주꾸미샤브샤브 물메기탕 곰치국 도치알탕 섭국
  가자미물회 가자미회 오징어물회 감자떡 메밀부침 콧등치기 산천어 웅어회 대구뽈찜 대구볼찜 복어불고기 논메기매운탕
`

/** Names have no spaces. */
export type Dish = Readonly<{
  name: string
  /** Also frequent misspellings. */
  spellings: readonly string[]
  parts: readonly string[]
  /** In lower case and without spaces. */
  english: readonly string[]
}>

export const dishes: readonly Dish[] = [...lines.trim().split('\n'), ...others.trim().split(/\s+/)].map((line) => {
  const [name = '', spellings = [], parts = [], english = []] = line.split('|').map((cell, index) => {
    const words = cell.trim().split(/\s+/).filter(Boolean)
    return index === 0 ? cell.trim() : words
  }) as [string, string[]?, string[]?, string[]?]
  return { name, spellings, parts, english }
})
