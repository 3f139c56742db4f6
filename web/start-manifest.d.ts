/** Made by TanStack Start's plugin: the files of each route. */
declare module 'tanstack-start-manifest:v' {
  type Files = { preloads?: string[]; scripts?: { attrs: Record<string, string | boolean> }[]; css?: string[] }
  export const tsrStartManifest: () => { routes: Record<string, Files> }
}
