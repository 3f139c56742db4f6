/** Types of what we use of two packages that bring none. */
declare module 'subset-font' {
  type Options = { targetFormat: 'sfnt' | 'woff2'; noHinting: boolean; keepFeatures: string[] }
  /** The font with only the characters of `text`. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}

declare module 'fontverter' {
  const fontverter: {
    /** The font in another format. */
    convert(font: Buffer, format: 'sfnt' | 'woff2'): Promise<Buffer>
  }
  export default fontverter
}
