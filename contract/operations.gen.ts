// Written by `npm run generate` from contract/schema.graphql and web/queries. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type GetPostsQueryVariables = Exact<{
  user_id?: string | null | undefined;
  filter?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type GetPostsQuery = { getPosts: { pageCount: number, nextCursor: string | null, data: Array<{ id: string, title: string, contents: string, image: string | null, address: string | null, place_name: string | null, start_time: string | null, end_time: string | null, createdAt: string, username: string, user_profile: string | null, user_id: string, like: number, liked: boolean, image_info: { width: number, height: number, placeholder: string } | null }> } };
