/** Made by scripts/icons.ts. */
declare module 'virtual:icon/*' {
  const icon: import('./icon.tsx').Icon
  export default icon
}
