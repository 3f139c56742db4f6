import type { EnvReader } from '../env-reader.ts'

/** An S3-compatible store of pictures. */
export type ObjectStoreConfig = Readonly<{
  /** Such as https://s3.example.kr:9000. */
  endpoint: string
  bucket: string
  /** Before each name in the bucket: empty, or ending in a slash. */
  prefix: string
  region: string
  /** null: as the AWS client finds them, in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or in the machine's role. */
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | null
}>

const SCHEMES: Readonly<Record<string, string>> = { 's3:': 'https', 's3+http:': 'http' }

const FORM =
  'IMAGES_URL must look like s3://KEY:SECRET@host/bucket?region=NAME, with s3+http:// for a store without TLS.'

export function readObjectStore(reader: EnvReader): ObjectStoreConfig | null {
  const value = reader.optional('IMAGES_URL')
  if (value === null) return null
  const url = URL.parse(value)
  const scheme = SCHEMES[url?.protocol ?? '']
  const [bucket = '', ...folders] = (url?.pathname ?? '').split('/').filter(Boolean)
  if (!url?.host || !scheme || bucket === '' || (url.username === '') !== (url.password === '')) {
    reader.faults.push(FORM)
    return null
  }
  return {
    endpoint: `${scheme}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    credentials:
      url.username === ''
        ? null
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  }
}
