/** Made by scripts/build/virtual-modules.ts: the text of a script. */
declare module 'virtual:script/*' {
  const text: string
  export default text
}

/** Made by scripts/build/virtual-modules.ts. */
declare module 'virtual:korea-map' {
  /** Address of the tiles of the bundled map, with {z}, {x} and {y}. */
  const address: string
  export default address
}
