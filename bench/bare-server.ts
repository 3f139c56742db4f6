import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { sql } from 'kysely'
import { connect } from '#server/platform/database/connect.ts'
import { selectPosts } from '#server/product/posts/present-post.ts'

/**
 * The baseline of the comparison: a bare node:http server that sends the bytes of a file or, given a database, runs the
 * query of the first page and sends its rows as JSON. Prints its address.
 */

const [file = '', contentType = '', connectionString, contentEncoding] = process.argv.slice(2)
const headers = {
  'content-type': contentType,
  'cache-control': 'private, no-store',
  ...(contentEncoding && { 'content-encoding': contentEncoding }),
}

const sameBytes = (): RequestListener => {
  const body = readFileSync(file)
  return (request, response) => {
    request.resume()
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
  }
}

const sameQuery = (url: string): RequestListener => {
  const { db, pool } = connect(url, 10)
  const page = sql`${selectPosts} order by p.id desc limit 11`.compile(db)
  return async (request, response) => {
    request.resume()
    const { rows } = await pool.query(page.sql)
    const body = JSON.stringify({ data: { getPosts: { data: rows } } })
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  }
}

const server = createServer(connectionString ? sameQuery(connectionString) : sameBytes())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
