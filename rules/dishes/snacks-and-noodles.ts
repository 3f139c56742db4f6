/** Snacks and noodles, as `rules/dishes.ts` tells. */
export const snacksAndNoodles = `
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
냉면 | 냉멘 | 물냉 비냉 평양냉면 함흥냉면 물냉면 비빔냉면 회냉면 칡냉면 진주냉면 | naengmyeon coldnoodles coldnoodle
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
중식 | 중국집 중화요리 중국요리 중국음식 중식당 중식집 | 짜장면 짬뽕 탕수육 마라탕 딤섬 | chinese chinesefood
`
