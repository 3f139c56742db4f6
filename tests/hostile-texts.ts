/**
 * Texts that would run if a page used them as anything but text (threat 31); `brief` is for fields of twenty
 * characters.
 */
export const hostileTexts = [
  { long: '</script><script>window.pwned=1</script>', brief: '</script><script>x' },
  { long: '"onload="window.pwned=1" autofocus onfocus="window.pwned=1', brief: '"onload="x()" x="' },
  { long: '<img src=x onerror=window.pwned=1>', brief: '<img/src/onerror=a>' },
  { long: '{{constructor.constructor("window.pwned=1")()}}', brief: '{{1+1}}<%=1+1%>' },
  { long: "\u2028\u2029';window.pwned=1//", brief: "a\u2028';x()//" },
  { long: '<!--<script>]]>&lt;b&gt;', brief: '<!--<script>&lt;' },
]

/** The text with its white space folded, as the site does on input or when it shows the text. */
export const withFoldedSpace = (text: string) => text.replace(/\s+/gu, ' ').trim()
