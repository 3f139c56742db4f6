/** Made by scripts/build/fonts/plugin.ts. */
declare module 'virtual:fonts' {
  /** Of each font file the `font-weight` of its @font-face, and its address. */
  const files: [weight: string, address: string][]
  export default files
}
