/** The line that every map drawn from korea/ shows (korea/NOTICE.md). */
export const KOREA_CREDIT =
  '행정경계: 통계청(SGIS) 공공누리 제1유형 · 법정동·행정동: 국토교통부·행정안전부 · 중심점: vuski/admdongkor · 장소: 공공데이터포털 · Natural Earth'
