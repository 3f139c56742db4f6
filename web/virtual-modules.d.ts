declare module 'virtual:script/*' {
  const text: string
  export default text
}

declare module 'virtual:korea-map' {
  /** URL template of the tiles of the bundled map, with {z}, {x} and {y}. */
  const urlTemplate: string
  export default urlTemplate
}
