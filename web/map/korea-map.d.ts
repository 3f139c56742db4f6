/** Made by scripts/korea-map/plugin.ts. */
declare module 'virtual:korea-map' {
  /** Where the files of rules/korea-map.ts lie, with a slash at its end. */
  const address: string
  export default address
}
