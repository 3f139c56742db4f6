/** Kinds of food of a post, each with its label. Lists can be filtered by everything in this file. */
export const foodKinds = {
  korean: '한식',
  chinese: '중식',
  japanese: '일식',
  western: '양식',
  snack: '분식',
  grill: '고기',
  seafood: '해물',
  cafe: '카페·디저트',
  bar: '술집',
  other: '기타',
} as const
export type FoodKind = keyof typeof foodKinds

/** Price of a meal for one person; the keys are in 10,000 won. */
export const priceRanges = {
  under_1: '1만원 이하',
  from_1_to_2: '1만~2만원',
  from_2_to_3: '2만~3만원',
  from_3_to_5: '3만~5만원',
  over_5: '5만원 이상',
} as const
export type PriceRange = keyof typeof priceRanges

/** Labels of price ranges for rows, where there is little room. */
export const shortPriceLabels: Readonly<Record<PriceRange, string>> = {
  ...priceRanges,
  from_1_to_2: '1만원대',
  from_2_to_3: '2만원대',
}

/** Traits of a place, such as parking, each with its label. */
export const placeTraits = {
  solo: '혼밥',
  parking: '주차',
  reservation: '예약',
  takeout: '포장',
  pets: '반려동물',
  kids: '유아 의자',
} as const
export type PlaceTrait = keyof typeof placeTraits

/** Words by which people search for a trait: '강아지 데려갈 수 있는 식당'. */
export const traitSpellings: Readonly<Record<PlaceTrait, readonly string[]>> = {
  solo: ['혼밥', '혼자', '1인'],
  parking: ['주차', '주차장', '주차공간'],
  reservation: ['예약'],
  takeout: ['포장', '테이크아웃'],
  pets: ['반려동물', '반려견', '반려묘', '애견', '애완견', '강아지', '댕댕이', '펫'],
  kids: ['유아의자', '유아', '아기의자', '아기', '아이의자', '아이', '애들', '어린이의자'],
}

/** The words by which people ask for any place of a kind, besides its label: '고기 땡기는 날'. */
export const kindSpellings: Readonly<Record<FoodKind, readonly string[]>> = {
  korean: ['한식당', '한식집', '한국음식'],
  chinese: ['중식당', '중식집', '중국집', '중국음식', '중국요리', '중화요리', '중화'],
  japanese: ['일식당', '일식집', '일본음식', '일본요리'],
  western: ['양식당', '양식집', '경양식', '레스토랑'],
  snack: ['분식집', '분식점'],
  grill: ['고깃집', '고기집', '고기구이'],
  seafood: ['해산물', '해물요리', '해산물요리', '횟집', '회'],
  cafe: ['카페', '까페', '커피', '커피숍', '커피집', '디저트', '찻집', '브런치카페'],
  bar: ['술', '주점', '호프', '호프집', '펍', '선술집', '요리주점', '바'],
  other: [],
}

/**
 * Bit of each kind, price and trait in the column `facts`, by which lists are filtered. Stored posts contain the bits, so they
 * never change: a new kind, price or trait takes the next free one, 30 at most.
 */
export const factBits: Readonly<Record<FoodKind | PriceRange | PlaceTrait, number>> = {
  korean: 0,
  chinese: 1,
  japanese: 2,
  western: 3,
  snack: 4,
  grill: 5,
  seafood: 6,
  cafe: 7,
  bar: 8,
  other: 9,
  under_1: 10,
  from_1_to_2: 11,
  from_2_to_3: 12,
  from_3_to_5: 13,
  over_5: 14,
  solo: 15,
  parking: 16,
  reservation: 17,
  takeout: 18,
  pets: 19,
  kids: 20,
}
