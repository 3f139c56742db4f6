/** Kakao's script for sharing (https://developers.kakao.com/docs/latest/ko/kakaotalk-share/js-link), and its hash. */
export const kakaoShareSdk = {
  url: 'https://t1.kakaocdn.net/kakao_js_sdk/2.7.4/kakao.min.js',
  integrity: 'sha384-DKYJZ8NLiK8MN4/C5P2dtSmLQ4KwPaoqAfyA/DfmEc1VDxu4yyC7wy6K1Hs90nka',
} as const
