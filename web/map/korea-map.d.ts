/** Made by scripts/build/korea-map/plugin.ts. */
declare module 'virtual:korea-map' {
  /** URL of the folder of the files in rules/korea-map.ts, with a trailing slash. */
  const url: string
  export default url
}
