/** Soups, stews and hot pots, as `rules/dishes.ts` tells. */
export const soups = `
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
`
