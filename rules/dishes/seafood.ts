/** Fish and seafood, as `rules/dishes.ts` tells. */
export const seafood = `
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
`
