/** Made by scripts/build/fonts/plugin.ts. */
declare module 'virtual:fonts' {
  /** Of each font file the `font-weight` of its @font-face, and its URL. */
  const files: [weight: string, url: string][]
  export default files
}
