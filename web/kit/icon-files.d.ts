/** Made by scripts/build/icons.ts. */
declare module 'virtual:icon/*' {
  const icon: import('./icon.tsx').Icon
  export default icon
}
