// Written by `npm run generate` from contract/schema.graphql and the documents in web/. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ChangePwMutationVariables = Exact<{
  jwt: string;
  newPassword: string;
  password: string;
}>;


export type ChangePwMutation = { changePw: { count: number } };

export type EndSessionMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionMutation = { endSession: { count: number } };

export type ForgotPwMutationVariables = Exact<{
  email: string;
  questionIndex: number;
  questionAnswer: string;
}>;


export type ForgotPwMutation = { forgotPw: { password: string } };

export type GetSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetSessionsQuery = { getSessions: Array<{ id: string, device: string, createdAt: string, lastUsedAt: string, autoLogin: boolean, current: boolean }> };

export type GetWithdrawalSummaryQueryVariables = Exact<{ [key: string]: never; }>;


export type GetWithdrawalSummaryQuery = { getWithdrawalSummary: { posts: number, likes: number, images: number } };

export type LoginQueryVariables = Exact<{
  email: string;
  password: string;
  autoLogin?: boolean | null | undefined;
}>;


export type LoginQuery = { login: { image: string | null, email: string, username: string, jwt: string, questionIndex: number, restricted: boolean | null } };

export type LogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type LogoutMutation = { logout: { count: number } };

export type ProfileQueryVariables = Exact<{
  jwt: string;
}>;


export type ProfileQuery = { user: { image: string | null, email: string, username: string, jwt: string, questionIndex: number, questionAnswer: string } };

export type RemoveMutationVariables = Exact<{
  jwt: string;
}>;


export type RemoveMutation = { remove: { count: number } };

export type SendRecoveryMailMutationVariables = Exact<{ [key: string]: never; }>;


export type SendRecoveryMailMutation = { sendRecoveryMail: { count: number } };

export type SignupMutationVariables = Exact<{
  email: string;
  username: string;
  password: string;
  questionIndex: number;
  questionAnswer: string;
  image?: string | null | undefined;
}>;


export type SignupMutation = { signup: { image: string | null, email: string, username: string, jwt: string, questionIndex: number, restricted: boolean | null } };

export type UpdateMutationVariables = Exact<{
  jwt: string;
  email: string;
  username: string;
  questionIndex: number;
  questionAnswer: string;
  image?: string | null | undefined;
}>;


export type UpdateMutation = { update: { image: string | null, email: string, username: string, jwt: string, questionIndex: number, restricted: boolean | null } };

export type UserQueryVariables = Exact<{
  jwt: string;
}>;


export type UserQuery = { user: { image: string | null, email: string, username: string, jwt: string, questionIndex: number, restricted: boolean | null } };

export type GetSuggestionsQueryVariables = Exact<{
  keyword: string;
}>;


export type GetSuggestionsQuery = { getSearchPosts: { data: Array<{ title: string, place_name: string | null }> } };

export type GeocodeQueryVariables = Exact<{
  address: string;
}>;


export type GeocodeQuery = { geocode: { address_name: string, precision_label: string, position: { lat: number, lng: number } } | null };

export type GetMapAreasQueryVariables = Exact<{
  south: number;
  west: number;
  north: number;
  east: number;
  zoom: number;
}>;


export type GetMapAreasQuery = { getMapAreas: { outlines: Array<Array<number>>, names: Array<{ name: string, lat: number, lng: number }> } };

export type GetMapPostsQueryVariables = Exact<{
  south: number;
  west: number;
  north: number;
  east: number;
  zoom: number;
  filter?: string | null | undefined;
  keyword?: string | null | undefined;
}>;


export type GetMapPostsQuery = { getMapPosts: { count: number, estimated: boolean, clusters: Array<{ lat: number, lng: number, count: number, south: number, west: number, north: number, east: number, id: string | null, title: string | null }>, data: Array<{ id: string, title: string, contents: string, image: string | null, address: string | null, lat: number | null, lng: number | null, start_time: string | null, end_time: string | null, username: string, like: number, image_info: { width: number, height: number, placeholder: string } | null }> } };

export type GetMapSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetMapSettingsQuery = { getMapSettings: { kakao_key: string | null, kakao_url: string | null, tiles_url: string | null, pmtiles_url: string | null } };

export type GetPlaceAttributionsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPlaceAttributionsQuery = { getPlaceAttributions: Array<{ source: string, text: string, url: string | null }> };

export type ReverseGeocodeQueryVariables = Exact<{
  lat: number;
  lng: number;
}>;


export type ReverseGeocodeQuery = { reverseGeocode: { address_name: string } | null };

export type SearchPlacesQueryVariables = Exact<{
  keyword: string;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}>;


export type SearchPlacesQuery = { searchPlaces: Array<{ place_name: string, address_name: string, rate: number, distance: number | null, position: { lat: number, lng: number } }> };

export type AddPostMutationVariables = Exact<{
  contents: string;
  title: string;
  image?: string | null | undefined;
  address?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
  username?: string | null | undefined;
  user_profile?: string | null | undefined;
  user_id?: string | null | undefined;
  place_name?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}>;


export type AddPostMutation = { addPost: { count: number, id: string | null } };

export type DeletePostMutationVariables = Exact<{
  id: string;
}>;


export type DeletePostMutation = { deletePost: { count: number } };

export type EditPostMutationVariables = Exact<{
  id: string;
  contents: string;
  title: string;
  image?: string | null | undefined;
  address?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
  place_name?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}>;


export type EditPostMutation = { editPost: { count: number } };

export type GetNewPostCountQueryVariables = Exact<{
  after: string;
}>;


export type GetNewPostCountQuery = { getNewPostCount: { count: number } };

export type GetPlacePostsQueryVariables = Exact<{
  id: string;
}>;


export type GetPlacePostsQuery = { getPlacePosts: Array<{ id: string, title: string, contents: string, image: string | null, username: string, like: number, image_info: { width: number, height: number, placeholder: string } | null }> };

export type GetPostQueryVariables = Exact<{
  id: string;
}>;


export type GetPostQuery = { getPost: { id: string, title: string, contents: string, image: string | null, address: string | null, place_name: string | null, lat: number | null, lng: number | null, start_time: string | null, end_time: string | null, createdAt: string, username: string, user_profile: string | null, user_id: string, like: number, liked: boolean, image_info: { width: number, height: number, placeholder: string } | null } };

export type GetPostsQueryVariables = Exact<{
  user_id?: string | null | undefined;
  filter?: string | null | undefined;
  pageParam?: number | null | undefined;
  cursor?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}>;


export type GetPostsQuery = { getPosts: { nextCursor: string | null, startCursor: string | null, data: Array<{ id: string, title: string, contents: string, image: string | null, address: string | null, place_name: string | null, start_time: string | null, end_time: string | null, createdAt: string, username: string, user_profile: string | null, user_id: string, like: number, liked: boolean, image_info: { width: number, height: number, placeholder: string } | null }> } };

export type GetSearchPostsQueryVariables = Exact<{
  keyword: string;
  filter?: string | null | undefined;
  pageParam?: number | null | undefined;
  cursor?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}>;


export type GetSearchPostsQuery = { getSearchPosts: { nextCursor: string | null, startCursor: string | null, data: Array<{ id: string, title: string, contents: string, image: string | null, address: string | null, place_name: string | null, start_time: string | null, end_time: string | null, createdAt: string, username: string, user_profile: string | null, user_id: string, like: number, liked: boolean, image_info: { width: number, height: number, placeholder: string } | null }> } };

export type LikePostMutationVariables = Exact<{
  id: string;
  isLike: boolean;
  jwt: string;
}>;


export type LikePostMutation = { likePost: { count: number } };
