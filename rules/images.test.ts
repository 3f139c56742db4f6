import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageSrcSet, WEBP_WIDTHS, webpUrl, webpVariantsOf } from './images.ts'

const own = 'https://matnanum.example/images/abcdefghijklmnopqrstuv.jpg'

test('only our own pictures have variants, and only the smallest may be wider than the picture', () => {
  expect(webpUrl(own, 640)).toBe('https://matnanum.example/images/abcdefghijklmnopqrstuv_640.webp')
  for (const url of ['https://other.example/a.jpg', `${own}?x`, own.replace('.jpg', '.png'), '']) {
    expect(webpUrl(url, 640)).toBeNull()
    expect(imageSrcSet(url, 1600)).toBeUndefined()
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (width) => {
      const widths = [...WEBP_WIDTHS.filter((variant) => variant === 320 || variant <= width), width]
      const expected = [...new Set(widths.map((variant) => Math.min(variant, width)))]
      expect(webpVariantsOf(width).map((variant) => variant.width)).toEqual(expected)
      expect(describedWidths(imageSrcSet(own, width, true))).toEqual(expected)
      expect(describedWidths(imageSrcSet(own, width))).toEqual(expected.filter((variant) => variant <= 1280))
    }),
  )
})

function describedWidths(srcSet: string | undefined): number[] | undefined {
  return srcSet?.split(', ').map((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1]))
}
