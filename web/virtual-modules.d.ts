declare module 'virtual:script/*' {
  const text: string
  export default text
}

declare module 'virtual:korea-map' {
  /** Address of the tiles of the bundled map, with {z}, {x} and {y}. */
  const address: string
  export default address
}
