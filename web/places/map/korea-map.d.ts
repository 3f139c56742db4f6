/** Made by scripts/build/map-address.ts. */
declare module 'virtual:korea-map' {
  /** Address of the tiles of the bundled map, with {z}, {x} and {y}. */
  const address: string
  export default address
}
