/**
 * Chains that people call by other names, or whose name looks like a place and food, one a line: `name | other names and
 * spellings`, without spaces. A search for one finds the others: '스벅' finds 스타벅스, and 교촌치킨 is no chicken of 교촌동.
 */
const lines = `
스타벅스 | 스벅 별다방 starbucks
투썸플레이스 | 투썸 투썸플 twosomeplace
이디야 | 이디야커피 ediya
메가커피 | 메가mgc커피 메가엠지씨커피 메가mgc
컴포즈커피 | 컴포즈
빽다방 | 백다방
할리스 | 할리스커피 hollys
커피빈 | 커피빈앤티리프 coffeebean
엔제리너스 | 엔젤리너스 엔제리너스커피
폴바셋 | 폴바셑 paulbassett
파스쿠찌 | 파스쿠치 pascucci
탐앤탐스 | 탐탐 탐앤탐스커피
더벤티 |
매머드커피 | 매머드익스프레스 맘모스커피
블루보틀 | 블루보틀커피 bluebottle bluebottlecoffee
공차 | gongcha
설빙 |
노티드 | 카페노티드 노티드도넛 knotted
던킨 | 던킨도너츠 던킨도넛 dunkin
크리스피크림 | 크리스피크림도넛 크리스피도넛
배스킨라빈스 | 배라 베스킨라빈스 배스킨라빈스31 베스킨라빈스31 baskinrobbins
파리바게뜨 | 파바 파리바게트 빠리바게뜨 빠리바게트 parisbaguette
뚜레쥬르 | 뚜레주르 뚜쥬 touslesjours
런던베이글뮤지엄 | 런던베이글 런베뮤 런베 londonbagelmuseum
맥도날드 | 맥날 맥도널드 mcdonalds
버거킹 | burgerking
롯데리아 | 롯리 lotteria
맘스터치 | 맘터 momstouch
kfc | 케이에프씨
노브랜드버거 |
쉐이크쉑 | 쉑쉑 쉑쉑버거 쉐이크쉑버거 쉐이크쉐크 shakeshack
파이브가이즈 | fiveguys
프랭크버거 |
다운타우너 | downtowner
서브웨이 | 써브웨이 subway
이삭토스트 |
에그드랍 | 에그드롭 eggdrop
도미노피자 | 도미노 dominos dominospizza
피자헛 | pizzahut
미스터피자 | 미피
파파존스 | 파파존스피자 papajohns
피자스쿨 |
반올림피자 | 반올림피자샵
교촌치킨 | 교촌
bhc | bhc치킨 비에이치씨 비에이치씨치킨
bbq치킨 | bbq 비비큐 비비큐치킨
굽네치킨 | 굽네
네네치킨 | 네네
푸라닭 | 푸라닭치킨
처갓집양념치킨 | 처갓집치킨
페리카나 | 페리카나치킨
멕시카나 | 멕시카나치킨
자담치킨 |
노랑통닭 |
지코바 | 지코바치킨
깐부치킨 | 깐부
또래오래 |
호식이두마리치킨 | 호식이
육십계치킨 | 60계치킨 60계
김밥천국 |
바르다김선생 | 바르다김선생김밥
고봉민김밥 | 고봉민
봉구스밥버거 | 봉구스
한솥도시락 | 한솥
본도시락 |
본죽 | 본죽비빔밥
신전떡볶이 |
엽기떡볶이 | 엽떡 동대문엽기떡볶이 동대문엽떡
죠스떡볶이 | 조스떡볶이
청년다방 |
배떡 |
두끼 | 두끼떡볶이
국대떡볶이 |
역전할머니맥주 | 역할맥 역전할맥 역전할머니
한신포차 |
새마을식당 |
홍콩반점 | 홍콩반점0410
놀부부대찌개 |
원할머니보쌈 | 원할매보쌈
하남돼지집 |
명륜진사갈비 |
육쌈냉면 |
북창동순두부 |
유가네닭갈비 | 유가네
채선당 |
샤브올데이 |
애슐리퀸즈 | 애슐리 ashley
쿠우쿠우 |
빕스 | vips
아웃백 | 아웃백스테이크하우스 아웃백스테이크 outback
매드포갈릭 |
차이나팩토리 |
교동짬뽕 |
이차돌 |
신의주찹쌀순대 |
큰맘할매순대국 | 큰맘할매
조마루감자탕 |
이바돔감자탕 | 이바돔
봉추찜닭 |
마왕족발 |
투다리 |
생활맥주 |
봉구비어 |
`

/** Names have no spaces. */
export type Chain = Readonly<{ name: string; spellings: readonly string[] }>

/** Chains of restaurants and cafes, each with its other names. */
export const chains: readonly Chain[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', spellings = ''] = line.split('|').map((cell) => cell.trim())
    return { name, spellings: spellings.split(/\s+/).filter(Boolean) }
  })
