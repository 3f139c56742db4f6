/** Made by scripts/build/icons.ts. */
declare module 'virtual:icon/*' {
  const icon: import('./icon.tsx').Icon
  export default icon
}

/** What it draws, as SVG. */
declare module 'virtual:icon-shapes/*' {
  const shapes: string
  export default shapes
}
