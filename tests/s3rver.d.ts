/** The package has no types. */
declare module '@20minutes/s3rver' {
  /** Koa's context. */
  export type Context = {
    method: string
    path: string
    query: Readonly<Record<string, string | undefined>>
    status: number
    type: string
    body: string
  }
  export default class S3rver {
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]

    constructor(options: {
      port: number
      address: string
      directory: string
      silent: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
