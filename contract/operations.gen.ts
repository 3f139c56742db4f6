// Written by `npm run generate` (scripts/generate.ts). Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as c from '#contract/schema.gen.ts';

export type SignupMutationVariables = Exact<{
  email: string;
  username: string;
  password: string;
  questionIndex: number;
  questionAnswer: string;
  image?: string | null | undefined;
  consent?: c.ConsentInput | null | undefined;
  invite?: string | null | undefined;
  provider?: c.LoginProvider | null | undefined;
}>;


export type SignupMutation = { signup: PersonFragment };

export type UpdateMutationVariables = Exact<{
  jwt: string;
  email: string;
  username: string;
  questionIndex: number;
  questionAnswer: string;
  image?: string | null | undefined;
  about?: string | null | undefined;
}>;


export type UpdateMutation = { update: PersonFragment };

export type RemoveMutationVariables = Exact<{
  jwt: string;
}>;


export type RemoveMutation = { remove: { count: number } };

export type GetWithdrawalSummaryQueryVariables = Exact<{ [key: string]: never; }>;


export type GetWithdrawalSummaryQuery = { getWithdrawalSummary: { posts: number, comments: number, likes: number, images: number, saves: number, collections: number } };

export type ProfileQueryVariables = Exact<{
  jwt: string;
}>;


export type ProfileQuery = { user: { image: string | null, email: string, username: string, about: string, jwt: string, questionIndex: number, questionAnswer: string, role: c.Role, matchesTastes: boolean } };

export type ChangePwMutationVariables = Exact<{
  jwt: string;
  newPassword: string;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type ChangePwMutation = { changePw: { count: number } };

export type ForgotPwMutationVariables = Exact<{
  email: string;
  questionIndex: number;
  questionAnswer: string;
}>;


export type ForgotPwMutation = { forgotPw: { password: string } };

export type SendRecoveryMailMutationVariables = Exact<{ [key: string]: never; }>;


export type SendRecoveryMailMutation = { sendRecoveryMail: { count: number } };

export type LoginQueryVariables = Exact<{
  email: string;
  password: string;
  autoLogin?: boolean | null | undefined;
}>;


export type LoginQuery = { login: PersonFragment };

export type LogoutMutationVariables = Exact<{ [key: string]: never; }>;


export type LogoutMutation = { logout: { count: number } };

export type EndSessionMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionMutation = { endSession: { count: number } };

export type GetSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetSessionsQuery = { getSessions: Array<{ id: string, device: string, createdAt: string, lastUsedAt: string, autoLogin: boolean, current: boolean, way: c.SignInWay | null, twoStep: boolean }> };

export type GetLegalTextQueryVariables = Exact<{
  name: string;
}>;


export type GetLegalTextQuery = { getLegalText: { title: string, html: string, version: string } };

export type GetLegalVersionsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetLegalVersionsQuery = { terms: { version: string }, privacy: { version: string }, location: { version: string } };

export type GetConsentsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetConsentsQuery = { getConsents: Array<{ name: string, version: string | null, agreedAt: string, withdrawnAt: string | null }> };

export type SetLocationConsentMutationVariables = Exact<{
  version?: string | null | undefined;
}>;


export type SetLocationConsentMutation = { setLocationConsent: Array<{ name: string, version: string | null, agreedAt: string, withdrawnAt: string | null }> };

export type GetTwoStepQueryVariables = Exact<{ [key: string]: never; }>;


export type GetTwoStepQuery = { getTwoStep: { since: string | null, codesLeft: number, neededFrom: string | null } };

export type LoginByCodeMutationVariables = Exact<{
  code: string;
}>;


export type LoginByCodeMutation = { loginByCode: PersonFragment };

export type GetPasskeysQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPasskeysQuery = { getPasskeys: Array<{ id: string, name: string, createdAt: string, lastUsedAt: string | null, backedUp: boolean }> };

export type BeginPasskeyLoginQueryVariables = Exact<{ [key: string]: never; }>;


export type BeginPasskeyLoginQuery = { beginPasskeyLogin: string };

export type BeginPasskeyProofQueryVariables = Exact<{ [key: string]: never; }>;


export type BeginPasskeyProofQuery = { beginPasskeyProof: string };

export type LoginByPasskeyMutationVariables = Exact<{
  response: string;
  autoLogin?: boolean | null | undefined;
}>;


export type LoginByPasskeyMutation = { loginByPasskey: PersonFragment };

export type BeginPasskeyMutationVariables = Exact<{
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type BeginPasskeyMutation = { beginPasskey: string };

export type AddPasskeyMutationVariables = Exact<{
  response: string;
}>;


export type AddPasskeyMutation = { addPasskey: { id: string, name: string, createdAt: string, lastUsedAt: string | null, backedUp: boolean } };

export type RenamePasskeyMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenamePasskeyMutation = { renamePasskey: { count: number } };

export type RemovePasskeyMutationVariables = Exact<{
  id: string;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type RemovePasskeyMutation = { removePasskey: { count: number } };

export type LinkPendingLoginMutationVariables = Exact<{
  provider: c.LoginProvider;
}>;


export type LinkPendingLoginMutation = { linkPendingLogin: { count: number } };

export type BeginProviderLoginMutationVariables = Exact<{
  provider: c.LoginProvider;
  next?: string | null | undefined;
  autoLogin?: boolean | null | undefined;
  invite?: string | null | undefined;
}>;


export type BeginProviderLoginMutation = { beginProviderLogin: string };

export type BeginProviderLinkMutationVariables = Exact<{
  provider: c.LoginProvider;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type BeginProviderLinkMutation = { beginProviderLink: string };

export type GetLinkedLoginsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetLinkedLoginsQuery = { getLinkedLogins: Array<{ provider: c.LoginProvider, createdAt: string, lastUsedAt: string | null }> };

export type UnlinkLoginMutationVariables = Exact<{
  provider: c.LoginProvider;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type UnlinkLoginMutation = { unlinkLogin: { count: number } };

export type GetPendingLoginQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPendingLoginQuery = { getPendingLogin: { provider: c.LoginProvider, email: string | null, emailVerified: boolean } | null };

export type SetTastesMutationVariables = Exact<{
  dishes: Array<string> | string;
}>;


export type SetTastesMutation = { setTastes: { count: number } };

export type SwitchTasteMatchingMutationVariables = Exact<{
  on: boolean;
}>;


export type SwitchTasteMatchingMutation = { switchTasteMatching: { count: number } };

export type BeginTwoStepMutationVariables = Exact<{
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type BeginTwoStepMutation = { beginTwoStep: { key: string, uri: string, setup: string } };

export type ConfirmTwoStepMutationVariables = Exact<{
  setup: string;
  code: string;
}>;


export type ConfirmTwoStepMutation = { confirmTwoStep: Array<string> };

export type RenewRecoveryCodesMutationVariables = Exact<{
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: Array<string> };

export type EndTwoStepMutationVariables = Exact<{
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type EndTwoStepMutation = { endTwoStep: { count: number } };

export type SendVerificationMailMutationVariables = Exact<{ [key: string]: never; }>;


export type SendVerificationMailMutation = { sendVerificationMail: { count: number } };

export type VerifyEmailMutationVariables = Exact<{
  code?: string | null | undefined;
  token?: string | null | undefined;
}>;


export type VerifyEmailMutation = { verifyEmail: { count: number } };

export type GetAuthorQueryVariables = Exact<{
  handle: string;
}>;


export type GetAuthorQuery = { getAuthor: { handle: string, username: string, image: string | null, about: string, tastes: Array<string>, since: string, posts: number, likesReceived: number, followers: number, following: number } };

export type GetAuthorPinsQueryVariables = Exact<{
  handle: string;
}>;


export type GetAuthorPinsQuery = { getAuthor: { pins: Array<{ post: string, title: string | null, lat: number, lng: number }> } };

export type GetPeopleQueryVariables = Exact<{
  list: c.PeopleList;
  cursor?: string | null | undefined;
}>;


export type GetPeopleQuery = { getPeople: { nextCursor: string | null, data: Array<{ handle: string, username: string, image: string | null, about: string }> } };

export type GetActiveAuthorsQueryVariables = Exact<{
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  nearby?: boolean | null | undefined;
}>;


export type GetActiveAuthorsQuery = { getActiveAuthors: Array<{ handle: string, username: string, image: string | null, about: string, tastes: Array<string>, posts: number, alike: boolean }> };

export type FollowUserMutationVariables = Exact<{
  handle: string;
  follow: boolean;
}>;


export type FollowUserMutation = { followUser: { count: number } };

export type BlockUserMutationVariables = Exact<{
  handle: string;
  block: boolean;
}>;


export type BlockUserMutation = { blockUser: { count: number } };

export type GetCommentsQueryVariables = Exact<{
  post: string;
  cursor?: string | null | undefined;
}>;


export type GetCommentsQuery = { getComments: { nextCursor: string | null, tastyCount: number, data: Array<CommentFragment>, more: Array<{ parent: string, count: number, cursor: string }>, tastyAuthors: Array<{ handle: string, username: string, image: string | null }> } };

export type GetRepliesQueryVariables = Exact<{
  parent: string;
  cursor?: string | null | undefined;
}>;


export type GetRepliesQuery = { getReplies: { data: Array<CommentFragment>, more: { parent: string, count: number, cursor: string } | null } };

export type AddCommentMutationVariables = Exact<{
  post: string;
  text: string;
  tasty?: boolean | null | undefined;
  image?: string | null | undefined;
  key?: string | null | undefined;
  parent?: string | null | undefined;
}>;


export type AddCommentMutation = { addComment: CommentFragment };

export type EditCommentMutationVariables = Exact<{
  id: string;
  text: string;
}>;


export type EditCommentMutation = { editComment: CommentFragment };

export type DeleteCommentMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCommentMutation = { deleteComment: { count: number } };

export type GetSuggestionsQueryVariables = Exact<{
  keyword: string;
}>;


export type GetSuggestionsQuery = { getSearchPosts: { data: Array<{ title: string, place_name: string | null }>, instead: { name: string } | null, meaning: { correction: string | null, otherWords: string | null, dishes: Array<string>, areas: Array<{ path: string, count: number, named: boolean, precision: c.Precision, position: { lat: number, lng: number } }>, landmarks: Array<{ name: string, kind: c.LandmarkKind, area: string, named: boolean, position: { lat: number, lng: number } }> } | null } };

export type GetReportsQueryVariables = Exact<{
  cursor?: string | null | undefined;
  decided?: boolean | null | undefined;
}>;


export type GetReportsQuery = { getReports: { nextCursor: string | null, data: Array<{ kind: c.ModeratedKind, id: string, title: string, text: string, image: string | null, post: string | null, authorName: string, authorHandle: string, hidden: boolean, gone: boolean, held: boolean, since: string, reporters: number, networks: number, answer: string | null, decision: string | null, version: string, reports: Array<{ reason: string, text: string, at: string, isNew: boolean }> }> } };

export type GetToldShopsQueryVariables = Exact<{
  decided?: boolean | null | undefined;
}>;


export type GetToldShopsQuery = { getToldShops: Array<{ id: string, name: string, gone: number, moved: number, networks: number, since: string }> };

export type DecideShopMutationVariables = Exact<{
  id: string;
  gone: boolean;
}>;


export type DecideShopMutation = { decideShop: { count: number } };

export type FindPeopleQueryVariables = Exact<{
  query: string;
}>;


export type FindPeopleQuery = { findPeople: Array<ModeratedPersonFieldsFragment> };

export type GetPersonCardQueryVariables = Exact<{
  handle: string;
}>;


export type GetPersonCardQuery = { getPersonCard: { care: boolean, person: ModeratedPersonFieldsFragment, returnedMail: { kind: c.MailReturn, at: string } | null, erasure: { by: string, reason: string, since: string, own: boolean } | null, sessions: Array<{ device: string, since: string, used: string }> | null, posts: Array<{ id: string, title: string, hidden: boolean, at: string }>, record: Array<RecordEntryFieldsFragment> } };

export type GetModerationRecordQueryVariables = Exact<{
  before?: string | null | undefined;
}>;


export type GetModerationRecordQuery = { getModerationRecord: Array<RecordEntryFieldsFragment> };

export type GetModerationRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type GetModerationRulesQuery = { getModerationRules: { words: Array<string>, domains: Array<string>, networks: Array<string>, signup: c.SignupMode } };

export type GetReleaseQueryVariables = Exact<{ [key: string]: never; }>;


export type GetReleaseQuery = { getRelease: string };

export type ModerateMutationVariables = Exact<{
  kind: c.ModeratedKind;
  id: string;
  action: c.ModerationAction;
  reason?: string | null | undefined;
  note?: string | null | undefined;
  until?: string | null | undefined;
  everything?: boolean | null | undefined;
  version?: string | null | undefined;
}>;


export type ModerateMutation = { moderate: { count: number } };

export type SetModerationRuleMutationVariables = Exact<{
  kind: c.ModerationRuleKind;
  value: string;
  on: boolean;
}>;


export type SetModerationRuleMutation = { setModerationRule: { count: number } };

export type SetSignupModeMutationVariables = Exact<{
  mode: c.SignupMode;
}>;


export type SetSignupModeMutation = { setSignupMode: { count: number } };

export type SetRoleMutationVariables = Exact<{
  handle: string;
  role: c.Role;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type SetRoleMutation = { setRole: { count: number } };

export type GetSiteLookQueryVariables = Exact<{ [key: string]: never; }>;


export type GetSiteLookQuery = { getSiteLook: { name: string | null, defaultName: string, welcome: string | null, announcement: string | null, announcementEnds: string | null, accent: string | null, logo: string | null, pages: Array<{ place: number, title: string, text: string }> } };

export type PreviewSiteLookQueryVariables = Exact<{
  accent?: string | null | undefined;
  text: string;
}>;


export type PreviewSiteLookQuery = { previewSiteLook: { html: string, light: Array<{ token: string, colour: string }>, dark: Array<{ token: string, colour: string }> } };

export type SetSiteLookMutationVariables = Exact<{
  name?: string | null | undefined;
  welcome?: string | null | undefined;
  announcement?: string | null | undefined;
  announcementEnds?: string | null | undefined;
  accent?: string | null | undefined;
  logo?: string | null | undefined;
}>;


export type SetSiteLookMutation = { setSiteLook: { count: number } };

export type SetSitePageMutationVariables = Exact<{
  place: number;
  title: string;
  text: string;
}>;


export type SetSitePageMutation = { setSitePage: { count: number } };

export type ReportMutationVariables = Exact<{
  kind: string;
  id: string;
  reason: string;
  text?: string | null | undefined;
}>;


export type ReportMutation = { report: { count: number } };

export type GetReportedQueryVariables = Exact<{ [key: string]: never; }>;


export type GetReportedQuery = { getReported: Array<{ kind: c.ModeratedKind, id: string, title: string, at: string }> };

export type TakeBackReportMutationVariables = Exact<{
  kind: c.ModeratedKind;
  id: string;
}>;


export type TakeBackReportMutation = { takeBackReport: { count: number } };

export type GetNotificationsQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type GetNotificationsQuery = { getNotifications: { nextCursor: string | null, data: Array<{ id: string, kind: c.NotificationKind, actorCount: number, post: string | null, collection: string | null, title: string | null, image: string | null, comment: string | null, text: string | null, at: string, read: boolean, actors: Array<{ handle: string, username: string, image: string | null }> }> } };

export type ReadNotificationsMutationVariables = Exact<{
  upTo: string;
}>;


export type ReadNotificationsMutation = { readNotifications: { count: number } };

export type GetNotificationSwitchesQueryVariables = Exact<{ [key: string]: never; }>;


export type GetNotificationSwitchesQuery = { getNotificationSwitches: Array<{ kind: c.NotificationKind, on: boolean }>, getWeeklyMail: { on: boolean, area: string | null } | null };

export type SwitchWeeklyMailMutationVariables = Exact<{
  on: boolean;
  area?: string | null | undefined;
}>;


export type SwitchWeeklyMailMutation = { switchWeeklyMail: { count: number } };

export type SwitchNotificationsMutationVariables = Exact<{
  kind: c.NotificationKind;
  on: boolean;
}>;


export type SwitchNotificationsMutation = { switchNotifications: { count: number } };

export type GetPopularAreasQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPopularAreasQuery = { getPopularAreas: Array<{ name: string, path: string, count: number }> };

export type GetAreaQueryVariables = Exact<{
  path: string;
}>;


export type GetAreaQuery = { getArea: { name: string, path: string, names: Array<string>, count: number, lat: number | null, lng: number | null, share_image: string, around: Array<{ name: string, path: string }>, parts: Array<{ name: string, path: string, count: number }>, box: { south: number, west: number, north: number, east: number } | null } };

export type GetAreaAtQueryVariables = Exact<{
  lat: number;
  lng: number;
  zoom: number;
}>;


export type GetAreaAtQuery = { getAreaAt: { path: string } | null };

export type TellHoursMutationVariables = Exact<{
  id: string;
  week_hours?: Array<c.WeekHoursInput> | c.WeekHoursInput | null | undefined;
  closed_on?: Array<c.ClosedDay> | c.ClosedDay | null | undefined;
}>;


export type TellHoursMutation = { tellHours: Array<PlaceHoursFieldsFragment> };

export type GetLandmarkQueryVariables = Exact<{
  name: string;
  lat: number;
  lng: number;
}>;


export type GetLandmarkQuery = { getLandmark: { name: string, kind: c.LandmarkKind, area: string } | null };

export type GetMapSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetMapSettingsQuery = { getMapSettings: { kakao_key: string | null, kakao_url: string | null, tiles_url: string | null, pmtiles_url: string | null } };

export type GetPlaceQueryVariables = Exact<{
  id: string;
}>;


export type GetPlaceQuery = { getPlace: { id: string, name: string, address: string | null, lat: number | null, lng: number | null, start_time: string | null, end_time: string | null, hours_count: number, closed_on: Array<c.ClosedDay>, count: number, like: number, been_count: number, price: c.PriceRange | null, price_count: number, dish_people: number, telephone: string | null, hours: Array<PlaceHoursFieldsFragment>, verdict: { people: number, again: number } | null, kinds: Array<{ kind: c.FoodKind, count: number }>, dishes: Array<{ name: string, price: number | null, month: string | null, count: number }>, menus: Array<PlacePhotoFragment>, areas: Array<{ name: string, path: string }>, photos: Array<PlacePhotoFragment>, comments: Array<{ title: string, comment: { id: string, post: string, text: string, createdAt: string, author: { handle: string, username: string, image: string | null } } }>, record: { category: string | null, kind: c.FoodKind | null, source: string, asOf: string | null, estimated: boolean, gone: boolean, kept: boolean } | null } };

export type GetPlacePhotosQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
}>;


export type GetPlacePhotosQuery = { getPlacePhotos: { nextCursor: string | null, data: Array<PlacePhotoFragment> } };

export type GetPlacePostsQueryVariables = Exact<{
  id: string;
}>;


export type GetPlacePostsQuery = { getPlacePosts: Array<MiniPostFragment> };

export type SearchPlacesQueryVariables = Exact<{
  keyword: string;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
}>;


export type SearchPlacesQuery = { searchPlaces: Array<{ place_name: string, address_name: string, category: string | null, precision: c.Precision | null, rate: number, distance: number | null, position: { lat: number, lng: number } }> };

export type GeocodeQueryVariables = Exact<{
  address: string;
}>;


export type GeocodeQuery = { geocode: { address_name: string, precision: c.Precision, radius: number | null, position: { lat: number, lng: number }, road: Array<{ lat: number, lng: number }> } | null };

export type ReverseGeocodeQueryVariables = Exact<{
  lat: number;
  lng: number;
}>;


export type ReverseGeocodeQuery = { reverseGeocode: { address_name: string, road_address: string | null } | null };

export type GetNearestLandmarkQueryVariables = Exact<{
  lat: number;
  lng: number;
}>;


export type GetNearestLandmarkQuery = { getNearestLandmark: { name: string, position: { lat: number, lng: number } } | null };

export type GetPlaceSuggestionsQueryVariables = Exact<{
  keyword: string;
}>;


export type GetPlaceSuggestionsQuery = { resolveKeyword: { suggestions: Array<string> } };

export type GetPlaceAttributionsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPlaceAttributionsQuery = { getPlaceAttributions: Array<{ source: string, text: string, url: string | null }> };

export type GetMapShopsQueryVariables = Exact<{
  south: number;
  west: number;
  north: number;
  east: number;
  zoom: number;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
}>;


export type GetMapShopsQuery = { getMapShops: Array<(
    { area: string | null }
    & ShopFieldsFragment
  )> };

export type GetNearShopsQueryVariables = Exact<{
  lat: number;
  lng: number;
}>;


export type GetNearShopsQuery = { getNearShops: Array<ShopFieldsFragment> };

export type GetPostsAroundQueryVariables = Exact<{
  lat: number;
  lng: number;
  radius: number;
}>;


export type GetPostsAroundQuery = { getPosts: { data: Array<PostCardFragment> } };

export type TellShopMutationVariables = Exact<{
  id: string;
  word: c.ShopWord;
  told: boolean;
}>;


export type TellShopMutation = { tellShop: { count: number } };

export type GetSearchShopsQueryVariables = Exact<{
  keyword: string;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  around?: boolean | null | undefined;
}>;


export type GetSearchShopsQuery = { getSearchShops: Array<(
    { around: { place: string | null, food: string | null, lat: number, lng: number } | null }
    & ShopFieldsFragment
  )> };

export type GetTownsQueryVariables = Exact<{
  keyword: string;
}>;


export type GetTownsQuery = { resolveKeyword: { areas: Array<{ name: string, path: string, position: { lat: number, lng: number } }>, landmarks: Array<{ name: string, kind: c.LandmarkKind, area: string, position: { lat: number, lng: number } }> } };

export type DeletePostMutationVariables = Exact<{
  id: string;
}>;


export type DeletePostMutation = { deletePost: { count: number } };

export type LikePostMutationVariables = Exact<{
  id: string;
  isLike: boolean;
  jwt: string;
}>;


export type LikePostMutation = { likePost: { count: number } };

export type SavePostMutationVariables = Exact<{
  post: string;
  list: c.SaveList;
  saved: boolean;
}>;


export type SavePostMutation = { savePost: { count: number } };

export type SavePlaceMutationVariables = Exact<{
  place: string;
  list: c.SaveList;
  saved: boolean;
}>;


export type SavePlaceMutation = { savePlace: { count: number } };

export type GetVisitsQueryVariables = Exact<{
  post?: string | null | undefined;
  place?: string | null | undefined;
}>;


export type GetVisitsQuery = { getVisits: { count: number, again: boolean | null } };

export type SetVisitsMutationVariables = Exact<{
  post?: string | null | undefined;
  place?: string | null | undefined;
  count: number;
  again?: boolean | null | undefined;
}>;


export type SetVisitsMutation = { setVisits: { count: number, again: boolean | null } };

export type GetCollectionQueryVariables = Exact<{
  id: string;
}>;


export type GetCollectionQuery = { getCollection: { choosers: number, chosen: boolean, collection: (
      { share_image: string }
      & CollectionFieldsFragment
      & PlanFieldsFragment
    ), entries: Array<{ id: string, title: string, note: string, address: string | null, lat: number | null, lng: number | null, place_id: string | null, hearts: number, hearted: boolean, heartedBy: Array<string>, added: boolean, addedBy: string | null, shop_gone: boolean, shop: ShopFieldsFragment | null, post: (
        { verdict: { people: number, again: number } | null }
        & PostCardFragment
      ) | null }>, chosenBy: Array<{ handle: string, username: string, image: string | null }> } };

export type GetCollectionsQueryVariables = Exact<{
  handle: string;
  post?: string | null | undefined;
  place?: string | null | undefined;
}>;


export type GetCollectionsQuery = { getCollections: Array<CollectionFieldsFragment> };

export type GetSearchCollectionsQueryVariables = Exact<{
  keyword: string;
}>;


export type GetSearchCollectionsQuery = { getSearchCollections: Array<CollectionFieldsFragment> };

export type AddCollectionMutationVariables = Exact<{
  name: string;
  about?: string | null | undefined;
  visibility?: c.Visibility | null | undefined;
  key?: string | null | undefined;
}>;


export type AddCollectionMutation = { addCollection: CollectionFieldsFragment };

export type EditCollectionMutationVariables = Exact<{
  id: string;
  name: string;
  about?: string | null | undefined;
  visibility: c.Visibility;
}>;


export type EditCollectionMutation = { editCollection: CollectionFieldsFragment };

export type DeleteCollectionMutationVariables = Exact<{
  id: string;
}>;


export type DeleteCollectionMutation = { deleteCollection: { count: number } };

export type PutInCollectionMutationVariables = Exact<{
  id: string;
  post?: string | null | undefined;
  place?: string | null | undefined;
  note?: string | null | undefined;
}>;


export type PutInCollectionMutation = { putInCollection: { count: number } };

export type TakeFromCollectionMutationVariables = Exact<{
  id: string;
  post?: string | null | undefined;
  place?: string | null | undefined;
}>;


export type TakeFromCollectionMutation = { takeFromCollection: { count: number } };

export type MoveInCollectionMutationVariables = Exact<{
  id: string;
  post: string;
  position: number;
}>;


export type MoveInCollectionMutation = { moveInCollection: { count: number } };

export type SetPlanMutationVariables = Exact<{
  id: string;
  at?: string | null | undefined;
  from?: c.PlanPointInput | null | undefined;
  membersAdd?: boolean | null | undefined;
}>;


export type SetPlanMutation = { setPlan: (
    { id: string }
    & PlanFieldsFragment
  ) };

export type SetHeartMutationVariables = Exact<{
  id: string;
  post: string;
  on: boolean;
}>;


export type SetHeartMutation = { setHeart: { count: number } };

export type LeavePlanMutationVariables = Exact<{
  id: string;
}>;


export type LeavePlanMutation = { leavePlan: { count: number } };

export type GetListedAgainQueryVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type GetListedAgainQuery = { getPosts: { data: Array<PostCardFragment> } };

export type GetWeeklyTopQueryVariables = Exact<{
  area: string;
}>;


export type GetWeeklyTopQuery = { getWeeklyTop: Array<{ people: number, post: (
      { kind: c.FoodKind | null, price: c.PriceRange | null }
      & MiniPostFragment
    ) }> };

export type GetFollowedPostsQueryVariables = Exact<{
  cursor?: string | null | undefined;
  open?: boolean | null | undefined;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
  price?: Array<c.PriceRange> | c.PriceRange | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
}>;


export type GetFollowedPostsQuery = { getFollowedPosts: { nextCursor: string | null, startCursor: string | null, data: Array<PostCardFragment> } };

export type GetNearPlacesQueryVariables = Exact<{
  filter: string;
  lat: number;
  lng: number;
  radius: number;
  open: boolean;
  cursor?: string | null | undefined;
}>;


export type GetNearPlacesQuery = { getPosts: { nextCursor: string | null, startCursor: string | null, data: Array<(
      { place_id: string | null }
      & PostCardFragment
    )> } };

export type GetPostQueryVariables = Exact<{
  id: string;
}>;


export type GetPostQuery = { getPost: FullPostFragment };

export type AddPostMutationVariables = Exact<{
  title: string;
  contents: string;
  images?: Array<string> | string | null | undefined;
  menus?: Array<number> | number | null | undefined;
  address?: string | null | undefined;
  place_name?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  kind?: c.FoodKind | null | undefined;
  price?: c.PriceRange | null | undefined;
  dishes?: Array<c.DishInput> | c.DishInput | null | undefined;
  closed_on?: Array<c.ClosedDay> | c.ClosedDay | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
  week_hours?: Array<c.WeekHoursInput> | c.WeekHoursInput | null | undefined;
  telephone?: string | null | undefined;
}>;


export type AddPostMutation = { addPost: { count: number, id: string | null } };

export type EditPostMutationVariables = Exact<{
  id: string;
  title: string;
  contents: string;
  images?: Array<string> | string | null | undefined;
  menus?: Array<number> | number | null | undefined;
  address?: string | null | undefined;
  place_name?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  kind?: c.FoodKind | null | undefined;
  price?: c.PriceRange | null | undefined;
  dishes?: Array<c.DishInput> | c.DishInput | null | undefined;
  closed_on?: Array<c.ClosedDay> | c.ClosedDay | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
  week_hours?: Array<c.WeekHoursInput> | c.WeekHoursInput | null | undefined;
  telephone?: string | null | undefined;
}>;


export type EditPostMutation = { editPost: { count: number } };

export type GetPostsQueryVariables = Exact<{
  user_id?: string | null | undefined;
  place?: string | null | undefined;
  area?: string | null | undefined;
  filter?: string | null | undefined;
  pageParam?: number | null | undefined;
  cursor?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  radius?: number | null | undefined;
  open?: boolean | null | undefined;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
  price?: Array<c.PriceRange> | c.PriceRange | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
}>;


export type GetPostsQuery = { getPosts: { nextCursor: string | null, startCursor: string | null, data: Array<PostCardFragment> } };

export type GetSearchPostsQueryVariables = Exact<{
  keyword: string;
  filter?: string | null | undefined;
  pageParam?: number | null | undefined;
  cursor?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  radius?: number | null | undefined;
  open?: boolean | null | undefined;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
  price?: Array<c.PriceRange> | c.PriceRange | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
}>;


export type GetSearchPostsQuery = { getSearchPosts: { nextCursor: string | null, startCursor: string | null, searched: number | null, data: Array<PostCardFragment>, meaning: { kind: c.KeywordKind, correction: string | null, alternatives: Array<string>, otherWords: string | null, suggestions: Array<string>, areas: Array<{ name: string, path: string, count: number, named: boolean, position: { lat: number, lng: number } }>, landmarks: Array<{ name: string, kind: c.LandmarkKind, area: string, named: boolean, position: { lat: number, lng: number } }> } | null, instead: { name: string } | null, from: { lat: number, lng: number } | null } };

export type GetSeenPostsQueryVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type GetSeenPostsQuery = { getPosts: { data: Array<PostCardFragment> } };

export type CorrectEmailMutationVariables = Exact<{
  handle: string;
  email: string;
  reason: string;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type CorrectEmailMutation = { correctEmail: { count: number } };

export type EndMemberSessionsMutationVariables = Exact<{
  handle: string;
  reason: string;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type EndMemberSessionsMutation = { endMemberSessions: { count: number } };

export type ExportMemberMutationVariables = Exact<{
  handle: string;
  reason: string;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type ExportMemberMutation = { exportMember: { url: string } };

export type EraseMemberMutationVariables = Exact<{
  handle: string;
  reason: string;
  password?: string | null | undefined;
  proof?: string | null | undefined;
}>;


export type EraseMemberMutation = { eraseMember: { erased: boolean, waits: boolean } };

export type DropErasureMutationVariables = Exact<{
  handle: string;
}>;


export type DropErasureMutation = { dropErasure: { count: number } };

export type GetFiguresQueryVariables = Exact<{ [key: string]: never; }>;


export type GetFiguresQuery = { getFigures: { returnedMails: number, days: Array<{ day: string, visitors: number, signups: number | null, posts: number | null, returns: Array<{ days: number, members: number, returned: number }> }>, missed: Array<{ keyword: string, people: number }> } };

export type GetLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetLimitsQuery = { getLimits: Array<{ name: string, value: string, own: boolean }> };

export type GetInvitationsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetInvitationsQuery = { getInvitations: Array<{ id: string, note: string, uses: number, used: number, ends: string, since: string, open: boolean, revoked: boolean, by: string | null, members: Array<{ handle: string, username: string }> }> };

export type AddInvitationMutationVariables = Exact<{
  uses: number;
  days: number;
  note?: string | null | undefined;
}>;


export type AddInvitationMutation = { addInvitation: { link: string } };

export type RevokeInvitationMutationVariables = Exact<{
  id: string;
}>;


export type RevokeInvitationMutation = { revokeInvitation: { count: number } };

export type GetWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type GetWebhooksQuery = { getWebhooks: Array<{ id: string, url: string, events: Array<c.WebhookEvent>, since: string, outcome: string | null, tried: string | null, waiting: number }> };

export type AddWebhookMutationVariables = Exact<{
  url: string;
  events: Array<c.WebhookEvent> | c.WebhookEvent;
}>;


export type AddWebhookMutation = { addWebhook: { secret: string } };

export type RemoveWebhookMutationVariables = Exact<{
  id: string;
}>;


export type RemoveWebhookMutation = { removeWebhook: { count: number } };

export type GetNewPostCountQueryVariables = Exact<{
  after: string;
}>;


export type GetNewPostCountQuery = { getNewPostCount: { count: number } };

export type GetMapPostsQueryVariables = Exact<{
  south: number;
  west: number;
  north: number;
  east: number;
  zoom: number;
  filter?: string | null | undefined;
  keyword?: string | null | undefined;
  open?: boolean | null | undefined;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
  price?: Array<c.PriceRange> | c.PriceRange | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
}>;


export type GetMapPostsQuery = { getMapPosts: { count: number, estimated: boolean, clusters: Array<{ lat: number, lng: number, count: number, south: number, west: number, north: number, east: number, id: string | null, title: string | null, kind: c.FoodKind | null, image: string | null, area: string | null }>, data: Array<(
      { kind: c.FoodKind | null, price: c.PriceRange | null, address: string | null, lat: number | null, lng: number | null, start_time: string | null, end_time: string | null, closed_on: Array<c.ClosedDay>, areas: Array<{ name: string }>, verdict: { people: number, again: number } | null, week_hours: Array<{ days: Array<c.Weekday>, start_time: string, end_time: string, break_start: string | null, break_end: string | null, last_order: string | null }> | null }
      & MiniPostFragment
    )> } };

export type GetNamedPlacesQueryVariables = Exact<{
  keyword: string;
}>;


export type GetNamedPlacesQuery = { resolveKeyword: { kind: c.KeywordKind, correction: string | null, otherWords: string | null, areas: Array<{ name: string, precision: c.Precision, named: boolean, position: { lat: number, lng: number } }>, landmarks: Array<{ name: string, area: string, named: boolean, position: { lat: number, lng: number } }> } };

export type GetPlaceImportQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPlaceImportQuery = { getPlaceImport: { id: string, state: c.ImportState, failure: string | null, total: number, done: number, found: number, unsure: number, missing: number, bad: number, badRows: Array<{ file: string | null, line: number, message: string }> } | null };

export type GetImportedRowsQueryVariables = Exact<{
  id: string;
  after?: number | null | undefined;
}>;


export type GetImportedRowsQuery = { getImportedRows: Array<{ row: number, state: c.ImportRowState, file: string | null, line: number, name: string, address: string | null, note: string, places: Array<{ post: string | null, place_id: string | null, name: string, address: string | null, category: string | null }> }> };

export type KeepImportedMutationVariables = Exact<{
  id: string;
  rows: Array<number> | number;
  choices: Array<number> | number;
  collection?: string | null | undefined;
}>;


export type KeepImportedMutation = { keepImported: { saved: number, collected: number, known: number, gone: number } };

export type DropPlaceImportMutationVariables = Exact<{
  id: string;
}>;


export type DropPlaceImportMutation = { dropPlaceImport: { count: number } };

export type GetSavedPostsQueryVariables = Exact<{
  list: c.SaveList;
  sort?: string | null | undefined;
  keyword?: string | null | undefined;
  cursor?: string | null | undefined;
  lat?: number | null | undefined;
  lng?: number | null | undefined;
  radius?: number | null | undefined;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
  price?: Array<c.PriceRange> | c.PriceRange | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
}>;


export type GetSavedPostsQuery = { getSavedPosts: { nextCursor: string | null, startCursor: string | null, data: Array<(
      { hiddenBecause: string | null }
      & PostCardFragment
    )>, gone: Array<{ post: string, title: string | null, address: string | null, lat: number | null, lng: number | null, place_id: string | null, at: number, shop: ShopFieldsFragment | null }> | null } };

export type GetSavedPinsQueryVariables = Exact<{
  list: c.SaveList;
  keyword?: string | null | undefined;
  kind?: Array<c.FoodKind> | c.FoodKind | null | undefined;
  price?: Array<c.PriceRange> | c.PriceRange | null | undefined;
  traits?: Array<c.PlaceTrait> | c.PlaceTrait | null | undefined;
}>;


export type GetSavedPinsQuery = { getSavedPins: Array<{ post: string, place_id: string | null, title: string | null, lat: number, lng: number }> };

export type GetSavedCountsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetSavedCountsQuery = { getSavedCounts: { want: number, wantOpen: number, been: number, liked: number, written: number } };

export type GetDecisionsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetDecisionsQuery = { getDecisions: Array<{ id: string, kind: c.ModeratedKind, item: string | null, action: string, title: string, reason: string, until: string | null, at: string, undone: boolean, answer: string | null, answerable: boolean }> };

export type AnswerDecisionMutationVariables = Exact<{
  id: string;
  text: string;
}>;


export type AnswerDecisionMutation = { answerDecision: { count: number } };

export type GetPushKeyQueryVariables = Exact<{ [key: string]: never; }>;


export type GetPushKeyQuery = { getPushKey: string };

export type SubscribePushMutationVariables = Exact<{
  endpoint: string;
  p256dh: string;
  auth: string;
}>;


export type SubscribePushMutation = { subscribePush: { count: number } };

export type UnsubscribePushMutationVariables = Exact<{
  endpoint: string;
}>;


export type UnsubscribePushMutation = { unsubscribePush: { count: number } };

export type GetReturnedMailQueryVariables = Exact<{ [key: string]: never; }>;


export type GetReturnedMailQuery = { getReturnedMail: { kind: c.MailReturn } | null };

export type RetryMailMutationVariables = Exact<{ [key: string]: never; }>;


export type RetryMailMutation = { retryMail: { count: number } };

export type UserQueryVariables = Exact<{
  jwt: string;
}>;


export type UserQuery = { user: PersonFragment };

export type PersonFragment = { image: string | null, email: string, username: string, jwt: string, questionIndex: number, restricted: boolean | null };

export type CommentFragment = { id: string, text: string, tasty: boolean, createdAt: string, edited: boolean, hiddenBecause: string | null, parent: string | null, mentions: Array<{ name: string, handle: string }>, image: { url: string, info: { width: number, height: number, placeholder: string } | null } | null, author: { handle: string, username: string, image: string | null } };

export type ModeratedPersonFieldsFragment = { handle: string, username: string, email: string, role: c.Role, since: string, posts: number, comments: number, reported: number, pending: boolean, hidden: boolean, suspended: boolean, until: string | null };

export type RecordEntryFieldsFragment = { id: string, at: string, action: string, kind: string | null, item: string | null, reason: string, actor: string | null, about: string | null, aboutHandle: string | null };

export type PlaceHoursFieldsFragment = { closed_on: Array<c.ClosedDay>, count: number, month: string, week_hours: Array<{ days: Array<c.Weekday>, start_time: string, end_time: string, break_start: string | null, break_end: string | null, last_order: string | null }> | null };

export type PlacePhotoFragment = { post: string, title: string, image: string, month: string, image_info: { width: number, height: number, placeholder: string } | null };

export type MiniPostFragment = { id: string, title: string, contents: string, kind: c.FoodKind | null, image: string | null, username: string, like: number, comments: number, image_info: { width: number, height: number, placeholder: string } | null };

export type ShopFieldsFragment = { id: string, name: string, kind: c.FoodKind | null, category: string | null, address: string | null, lat: number, lng: number };

export type PostCardFragment = (
  { image_count: number, address: string | null, place_name: string | null, start_time: string | null, end_time: string | null, lat: number | null, lng: number | null, price: c.PriceRange | null, closed_on: Array<c.ClosedDay>, createdAt: string, user_id: string, user_profile: string | null, week_hours: Array<{ days: Array<c.Weekday>, start_time: string, end_time: string, break_start: string | null, break_end: string | null, last_order: string | null }> | null }
  & MiniPostFragment
);

export type CollectionFieldsFragment = { id: string, name: string, about: string, visibility: c.Visibility, count: number, has: boolean, mine: boolean, updatedAt: string, hiddenBecause: string | null, covers: Array<{ url: string, info: { width: number, height: number, placeholder: string } | null }>, owner: { handle: string, username: string, image: string | null } };

export type PlanFieldsFragment = { planAt: string | null, planHolidays: Array<string>, membersAdd: boolean, planFrom: { name: string, lat: number, lng: number } | null };

export type FullPostFragment = (
  { menus: Array<number>, traits: Array<c.PlaceTrait>, telephone: string | null, place_id: string | null, been_count: number, hiddenBecause: string | null, share_image: string, images: Array<{ url: string, info: { width: number, height: number, placeholder: string } | null }>, dishes: Array<{ name: string, price: number | null }>, verdict: { people: number, again: number } | null, areas: Array<{ name: string, path: string }> }
  & PostCardFragment
);

/** Types of the documents that our own pages send, by the text of the document. */
export type DocumentTypes = {
  "\n  mutation signup(\n    $email: String!, $username: String!, $password: String!, $questionIndex: Int!, $questionAnswer: String!,\n    $image: String, $consent: ConsentInput, $invite: String, $provider: LoginProvider\n  ) {\n    signup(\n      email: $email, username: $username, password: $password, questionIndex: $questionIndex,\n      questionAnswer: $questionAnswer, image: $image, consent: $consent, invite: $invite, provider: $provider\n    ) { ...Person }\n  }\n\n  fragment Person on User { image email username jwt questionIndex restricted }\n": { data: SignupMutation; variables: SignupMutationVariables }
  "\n  mutation update(\n    $jwt: String!, $email: String!, $username: String!, $questionIndex: Int!, $questionAnswer: String!,\n    $image: String, $about: String\n  ) {\n    update(\n      jwt: $jwt, email: $email, username: $username, questionIndex: $questionIndex,\n      questionAnswer: $questionAnswer, image: $image, about: $about\n    ) { ...Person }\n  }\n\n  fragment Person on User { image email username jwt questionIndex restricted }\n": { data: UpdateMutation; variables: UpdateMutationVariables }
  "\n  mutation remove($jwt: String!) { remove(jwt: $jwt) { count } }\n": { data: RemoveMutation; variables: RemoveMutationVariables }
  "\n  query getWithdrawalSummary { getWithdrawalSummary { posts comments likes images saves collections } }\n": { data: GetWithdrawalSummaryQuery; variables: GetWithdrawalSummaryQueryVariables }
  "\n  query profile($jwt: String!) {\n    user(jwt: $jwt) { image email username about jwt questionIndex questionAnswer role matchesTastes }\n  }\n": { data: ProfileQuery; variables: ProfileQueryVariables }
  "\n  mutation changePw($jwt: String!, $newPassword: String!, $password: String, $proof: String) {\n    changePw(jwt: $jwt, newPassword: $newPassword, password: $password, proof: $proof) { count }\n  }\n": { data: ChangePwMutation; variables: ChangePwMutationVariables }
  "\n  mutation forgotPw($email: String!, $questionIndex: Int!, $questionAnswer: String!) {\n    forgotPw(email: $email, questionIndex: $questionIndex, questionAnswer: $questionAnswer) { password }\n  }\n": { data: ForgotPwMutation; variables: ForgotPwMutationVariables }
  "\n  mutation sendRecoveryMail { sendRecoveryMail { count } }\n": { data: SendRecoveryMailMutation; variables: SendRecoveryMailMutationVariables }
  "\n  query login($email: String!, $password: String!, $autoLogin: Boolean) {\n    login(email: $email, password: $password, autoLogin: $autoLogin) { ...Person }\n  }\n\n  fragment Person on User { image email username jwt questionIndex restricted }\n": { data: LoginQuery; variables: LoginQueryVariables }
  "\n  mutation logout { logout { count } }\n": { data: LogoutMutation; variables: LogoutMutationVariables }
  "\n  mutation endSession($id: ID!) { endSession(id: $id) { count } }\n": { data: EndSessionMutation; variables: EndSessionMutationVariables }
  "\n  query getSessions { getSessions { id device createdAt lastUsedAt autoLogin current way twoStep } }\n": { data: GetSessionsQuery; variables: GetSessionsQueryVariables }
  "\n  query getLegalText($name: String!) { getLegalText(name: $name) { title html version } }\n": { data: GetLegalTextQuery; variables: GetLegalTextQueryVariables }
  "\n  query getLegalVersions {\n    terms: getLegalText(name: \"terms\") { version }\n    privacy: getLegalText(name: \"privacy\") { version }\n    location: getLegalText(name: \"location\") { version }\n  }\n": { data: GetLegalVersionsQuery; variables: GetLegalVersionsQueryVariables }
  "\n  query getConsents { getConsents { name version agreedAt withdrawnAt } }\n": { data: GetConsentsQuery; variables: GetConsentsQueryVariables }
  "\n  mutation setLocationConsent($version: String) {\n    setLocationConsent(version: $version) { name version agreedAt withdrawnAt }\n  }\n": { data: SetLocationConsentMutation; variables: SetLocationConsentMutationVariables }
  "\n  query getTwoStep { getTwoStep { since codesLeft neededFrom } }\n": { data: GetTwoStepQuery; variables: GetTwoStepQueryVariables }
  "\n  mutation loginByCode($code: String!) { loginByCode(code: $code) { ...Person } }\n\n  fragment Person on User { image email username jwt questionIndex restricted }\n": { data: LoginByCodeMutation; variables: LoginByCodeMutationVariables }
  "\n  query getPasskeys { getPasskeys { id name createdAt lastUsedAt backedUp } }\n": { data: GetPasskeysQuery; variables: GetPasskeysQueryVariables }
  "\n  query beginPasskeyLogin { beginPasskeyLogin }\n": { data: BeginPasskeyLoginQuery; variables: BeginPasskeyLoginQueryVariables }
  "\n  query beginPasskeyProof { beginPasskeyProof }\n": { data: BeginPasskeyProofQuery; variables: BeginPasskeyProofQueryVariables }
  "\n  mutation loginByPasskey($response: String!, $autoLogin: Boolean) {\n    loginByPasskey(response: $response, autoLogin: $autoLogin) { ...Person }\n  }\n\n  fragment Person on User { image email username jwt questionIndex restricted }\n": { data: LoginByPasskeyMutation; variables: LoginByPasskeyMutationVariables }
  "\n  mutation beginPasskey($password: String, $proof: String) { beginPasskey(password: $password, proof: $proof) }\n": { data: BeginPasskeyMutation; variables: BeginPasskeyMutationVariables }
  "\n  mutation addPasskey($response: String!) {\n    addPasskey(response: $response) { id name createdAt lastUsedAt backedUp }\n  }\n": { data: AddPasskeyMutation; variables: AddPasskeyMutationVariables }
  "\n  mutation renamePasskey($id: ID!, $name: String!) { renamePasskey(id: $id, name: $name) { count } }\n": { data: RenamePasskeyMutation; variables: RenamePasskeyMutationVariables }
  "\n  mutation removePasskey($id: ID!, $password: String, $proof: String) {\n    removePasskey(id: $id, password: $password, proof: $proof) { count }\n  }\n": { data: RemovePasskeyMutation; variables: RemovePasskeyMutationVariables }
  "\n  mutation linkPendingLogin($provider: LoginProvider!) { linkPendingLogin(provider: $provider) { count } }\n": { data: LinkPendingLoginMutation; variables: LinkPendingLoginMutationVariables }
  "\n  mutation beginProviderLogin($provider: LoginProvider!, $next: String, $autoLogin: Boolean, $invite: String) {\n    beginProviderLogin(provider: $provider, next: $next, autoLogin: $autoLogin, invite: $invite)\n  }\n": { data: BeginProviderLoginMutation; variables: BeginProviderLoginMutationVariables }
  "\n  mutation beginProviderLink($provider: LoginProvider!, $password: String, $proof: String) {\n    beginProviderLink(provider: $provider, password: $password, proof: $proof)\n  }\n": { data: BeginProviderLinkMutation; variables: BeginProviderLinkMutationVariables }
  "\n  query getLinkedLogins { getLinkedLogins { provider createdAt lastUsedAt } }\n": { data: GetLinkedLoginsQuery; variables: GetLinkedLoginsQueryVariables }
  "\n  mutation unlinkLogin($provider: LoginProvider!, $password: String, $proof: String) {\n    unlinkLogin(provider: $provider, password: $password, proof: $proof) { count }\n  }\n": { data: UnlinkLoginMutation; variables: UnlinkLoginMutationVariables }
  "\n  query getPendingLogin { getPendingLogin { provider email emailVerified } }\n": { data: GetPendingLoginQuery; variables: GetPendingLoginQueryVariables }
  "\n  mutation setTastes($dishes: [String!]!) { setTastes(dishes: $dishes) { count } }\n": { data: SetTastesMutation; variables: SetTastesMutationVariables }
  "\n  mutation switchTasteMatching($on: Boolean!) { switchTasteMatching(on: $on) { count } }\n": { data: SwitchTasteMatchingMutation; variables: SwitchTasteMatchingMutationVariables }
  "\n  mutation beginTwoStep($password: String, $proof: String) {\n    beginTwoStep(password: $password, proof: $proof) { key uri setup }\n  }\n": { data: BeginTwoStepMutation; variables: BeginTwoStepMutationVariables }
  "\n  mutation confirmTwoStep($setup: String!, $code: String!) { confirmTwoStep(setup: $setup, code: $code) }\n": { data: ConfirmTwoStepMutation; variables: ConfirmTwoStepMutationVariables }
  "\n  mutation renewRecoveryCodes($password: String, $proof: String) {\n    renewRecoveryCodes(password: $password, proof: $proof)\n  }\n": { data: RenewRecoveryCodesMutation; variables: RenewRecoveryCodesMutationVariables }
  "\n  mutation endTwoStep($password: String, $proof: String) { endTwoStep(password: $password, proof: $proof) { count } }\n": { data: EndTwoStepMutation; variables: EndTwoStepMutationVariables }
  "\n  mutation sendVerificationMail { sendVerificationMail { count } }\n": { data: SendVerificationMailMutation; variables: SendVerificationMailMutationVariables }
  "\n  mutation verifyEmail($code: String, $token: String) { verifyEmail(code: $code, token: $token) { count } }\n": { data: VerifyEmailMutation; variables: VerifyEmailMutationVariables }
  "\n  query getAuthor($handle: ID!) @kept {\n    getAuthor(handle: $handle) { handle username image about tastes since posts likesReceived followers following }\n  }\n": { data: GetAuthorQuery; variables: GetAuthorQueryVariables }
  "\n  query getAuthorPins($handle: ID!) @kept { getAuthor(handle: $handle) { pins { post title lat lng } } }\n": { data: GetAuthorPinsQuery; variables: GetAuthorPinsQueryVariables }
  "\n  query getPeople($list: PeopleList!, $cursor: String) {\n    getPeople(list: $list, cursor: $cursor) {\n      data { handle username image about }\n      nextCursor\n    }\n  }\n": { data: GetPeopleQuery; variables: GetPeopleQueryVariables }
  "\n  query getActiveAuthors($lat: Float, $lng: Float, $nearby: Boolean) {\n    getActiveAuthors(lat: $lat, lng: $lng, nearby: $nearby) { handle username image about tastes posts alike }\n  }\n": { data: GetActiveAuthorsQuery; variables: GetActiveAuthorsQueryVariables }
  "\n  mutation followUser($handle: ID!, $follow: Boolean!) { followUser(handle: $handle, follow: $follow) { count } }\n": { data: FollowUserMutation; variables: FollowUserMutationVariables }
  "\n  mutation blockUser($handle: ID!, $block: Boolean!) { blockUser(handle: $handle, block: $block) { count } }\n": { data: BlockUserMutation; variables: BlockUserMutationVariables }
  "\n  query getComments($post: ID!, $cursor: String) @kept {\n    getComments(post: $post, cursor: $cursor) {\n      data { ...Comment }\n      more { parent count cursor }\n      nextCursor tastyCount\n      tastyAuthors { handle username image }\n    }\n  }\n\n  fragment Comment on Comment {\n    id text tasty createdAt edited hiddenBecause parent\n    mentions { name handle }\n    image { url info { width height placeholder } }\n    author { handle username image }\n  }\n": { data: GetCommentsQuery; variables: GetCommentsQueryVariables }
  "\n  query getReplies($parent: ID!, $cursor: String) @kept {\n    getReplies(parent: $parent, cursor: $cursor) {\n      data { ...Comment }\n      more { parent count cursor }\n    }\n  }\n\n  fragment Comment on Comment {\n    id text tasty createdAt edited hiddenBecause parent\n    mentions { name handle }\n    image { url info { width height placeholder } }\n    author { handle username image }\n  }\n": { data: GetRepliesQuery; variables: GetRepliesQueryVariables }
  "\n  mutation addComment($post: ID!, $text: String!, $tasty: Boolean, $image: String, $key: ID, $parent: ID) {\n    addComment(post: $post, text: $text, tasty: $tasty, image: $image, key: $key, parent: $parent) { ...Comment }\n  }\n\n  fragment Comment on Comment {\n    id text tasty createdAt edited hiddenBecause parent\n    mentions { name handle }\n    image { url info { width height placeholder } }\n    author { handle username image }\n  }\n": { data: AddCommentMutation; variables: AddCommentMutationVariables }
  "\n  mutation editComment($id: ID!, $text: String!) { editComment(id: $id, text: $text) { ...Comment } }\n\n  fragment Comment on Comment {\n    id text tasty createdAt edited hiddenBecause parent\n    mentions { name handle }\n    image { url info { width height placeholder } }\n    author { handle username image }\n  }\n": { data: EditCommentMutation; variables: EditCommentMutationVariables }
  "\n  mutation deleteComment($id: ID!) { deleteComment(id: $id) { count } }\n": { data: DeleteCommentMutation; variables: DeleteCommentMutationVariables }
  "\n  query getSuggestions($keyword: String!) {\n    getSearchPosts(keyword: $keyword) {\n      data { title place_name }\n      instead { name }\n      meaning {\n        correction otherWords dishes\n        areas { path count named position { lat lng } precision }\n        landmarks { name kind area position { lat lng } named }\n      }\n    }\n  }\n": { data: GetSuggestionsQuery; variables: GetSuggestionsQueryVariables }
  "\n  query getReports($cursor: String, $decided: Boolean) {\n    getReports(cursor: $cursor, decided: $decided) {\n      data {\n        kind id title text image post authorName authorHandle hidden gone held since reporters networks answer decision version\n        reports { reason text at isNew }\n      }\n      nextCursor\n    }\n  }\n": { data: GetReportsQuery; variables: GetReportsQueryVariables }
  "\n  query getToldShops($decided: Boolean) { getToldShops(decided: $decided) { id name gone moved networks since } }\n": { data: GetToldShopsQuery; variables: GetToldShopsQueryVariables }
  "\n  mutation decideShop($id: ID!, $gone: Boolean!) { decideShop(id: $id, gone: $gone) { count } }\n": { data: DecideShopMutation; variables: DecideShopMutationVariables }
  "\n  query findPeople($query: String!) { findPeople(query: $query) { ...ModeratedPersonFields } }\n\n  fragment ModeratedPersonFields on ModeratedPerson {\n    handle username email role since posts comments reported pending hidden suspended until\n  }\n": { data: FindPeopleQuery; variables: FindPeopleQueryVariables }
  "\n  query getPersonCard($handle: ID!) {\n    getPersonCard(handle: $handle) {\n      person { ...ModeratedPersonFields }\n      care\n      returnedMail { kind at }\n      erasure { by reason since own }\n      sessions { device since used }\n      posts { id title hidden at }\n      record { ...RecordEntryFields }\n    }\n  }\n\n  fragment ModeratedPersonFields on ModeratedPerson {\n    handle username email role since posts comments reported pending hidden suspended until\n  }\n\n  fragment RecordEntryFields on RecordEntry {\n    id at action kind item reason actor about aboutHandle\n  }\n": { data: GetPersonCardQuery; variables: GetPersonCardQueryVariables }
  "\n  query getModerationRecord($before: ID) { getModerationRecord(before: $before) { ...RecordEntryFields } }\n\n  fragment RecordEntryFields on RecordEntry {\n    id at action kind item reason actor about aboutHandle\n  }\n": { data: GetModerationRecordQuery; variables: GetModerationRecordQueryVariables }
  "\n  query getModerationRules { getModerationRules { words domains networks signup } }\n": { data: GetModerationRulesQuery; variables: GetModerationRulesQueryVariables }
  "\n  query getRelease { getRelease }\n": { data: GetReleaseQuery; variables: GetReleaseQueryVariables }
  "\n  mutation moderate(\n    $kind: ModeratedKind!, $id: ID!, $action: ModerationAction!, $reason: String, $note: String, $until: String,\n    $everything: Boolean, $version: String\n  ) {\n    moderate(kind: $kind, id: $id, action: $action, reason: $reason, note: $note, until: $until, everything: $everything,\n      version: $version) { count }\n  }\n": { data: ModerateMutation; variables: ModerateMutationVariables }
  "\n  mutation setModerationRule($kind: ModerationRuleKind!, $value: String!, $on: Boolean!) {\n    setModerationRule(kind: $kind, value: $value, on: $on) { count }\n  }\n": { data: SetModerationRuleMutation; variables: SetModerationRuleMutationVariables }
  "\n  mutation setSignupMode($mode: SignupMode!) { setSignupMode(mode: $mode) { count } }\n": { data: SetSignupModeMutation; variables: SetSignupModeMutationVariables }
  "\n  mutation setRole($handle: ID!, $role: Role!, $password: String, $proof: String) {\n    setRole(handle: $handle, role: $role, password: $password, proof: $proof) { count }\n  }\n": { data: SetRoleMutation; variables: SetRoleMutationVariables }
  "\n  query getSiteLook {\n    getSiteLook {\n      name defaultName welcome announcement announcementEnds accent logo\n      pages { place title text }\n    }\n  }\n": { data: GetSiteLookQuery; variables: GetSiteLookQueryVariables }
  "\n  query previewSiteLook($accent: String, $text: String!) {\n    previewSiteLook(accent: $accent, text: $text) { light { token colour } dark { token colour } html }\n  }\n": { data: PreviewSiteLookQuery; variables: PreviewSiteLookQueryVariables }
  "\n  mutation setSiteLook(\n    $name: String, $welcome: String, $announcement: String, $announcementEnds: String, $accent: String, $logo: String\n  ) {\n    setSiteLook(name: $name, welcome: $welcome, announcement: $announcement, announcementEnds: $announcementEnds,\n      accent: $accent, logo: $logo) { count }\n  }\n": { data: SetSiteLookMutation; variables: SetSiteLookMutationVariables }
  "\n  mutation setSitePage($place: Int!, $title: String!, $text: String!) {\n    setSitePage(place: $place, title: $title, text: $text) { count }\n  }\n": { data: SetSitePageMutation; variables: SetSitePageMutationVariables }
  "\n  mutation report($kind: String!, $id: ID!, $reason: String!, $text: String) {\n    report(kind: $kind, id: $id, reason: $reason, text: $text) { count }\n  }\n": { data: ReportMutation; variables: ReportMutationVariables }
  "\n  query getReported {\n    getReported { kind id title at }\n  }\n": { data: GetReportedQuery; variables: GetReportedQueryVariables }
  "\n  mutation takeBackReport($kind: ModeratedKind!, $id: ID!) {\n    takeBackReport(kind: $kind, id: $id) { count }\n  }\n": { data: TakeBackReportMutation; variables: TakeBackReportMutationVariables }
  "\n  query getNotifications($cursor: String) @kept {\n    getNotifications(cursor: $cursor) {\n      data { id kind actors { handle username image } actorCount post collection title image comment text at read }\n      nextCursor\n    }\n  }\n": { data: GetNotificationsQuery; variables: GetNotificationsQueryVariables }
  "\n  mutation readNotifications($upTo: ID!) { readNotifications(upTo: $upTo) { count } }\n": { data: ReadNotificationsMutation; variables: ReadNotificationsMutationVariables }
  "\n  query getNotificationSwitches {\n    getNotificationSwitches { kind on }\n    getWeeklyMail { on area }\n  }\n": { data: GetNotificationSwitchesQuery; variables: GetNotificationSwitchesQueryVariables }
  "\n  mutation switchWeeklyMail($on: Boolean!, $area: String) { switchWeeklyMail(on: $on, area: $area) { count } }\n": { data: SwitchWeeklyMailMutation; variables: SwitchWeeklyMailMutationVariables }
  "\n  mutation switchNotifications($kind: NotificationKind!, $on: Boolean!) {\n    switchNotifications(kind: $kind, on: $on) { count }\n  }\n": { data: SwitchNotificationsMutation; variables: SwitchNotificationsMutationVariables }
  "\n  query getPopularAreas @kept { getPopularAreas { name path count } }\n": { data: GetPopularAreasQuery; variables: GetPopularAreasQueryVariables }
  "\n  query getArea($path: String!) @kept {\n    getArea(path: $path) {\n      name path around { name path } parts { name path count } names count lat lng box { south west north east } share_image\n    }\n  }\n": { data: GetAreaQuery; variables: GetAreaQueryVariables }
  "\n  query getAreaAt($lat: Float!, $lng: Float!, $zoom: Float!) {\n    getAreaAt(lat: $lat, lng: $lng, zoom: $zoom) { path }\n  }\n": { data: GetAreaAtQuery; variables: GetAreaAtQueryVariables }
  "\n  mutation tellHours($id: ID!, $week_hours: [WeekHoursInput!], $closed_on: [ClosedDay!]) {\n    tellHours(id: $id, week_hours: $week_hours, closed_on: $closed_on) { ...PlaceHoursFields }\n  }\n\n  fragment PlaceHoursFields on PlaceHours {\n    week_hours { days start_time end_time break_start break_end last_order } closed_on count month\n  }\n": { data: TellHoursMutation; variables: TellHoursMutationVariables }
  "\n  query getLandmark($name: String!, $lat: Float!, $lng: Float!) {\n    getLandmark(name: $name, lat: $lat, lng: $lng) { name kind area }\n  }\n": { data: GetLandmarkQuery; variables: GetLandmarkQueryVariables }
  "\n  query getMapSettings @kept { getMapSettings { kakao_key kakao_url tiles_url pmtiles_url } }\n": { data: GetMapSettingsQuery; variables: GetMapSettingsQueryVariables }
  "\n  query getPlace($id: ID!) @kept {\n    getPlace(id: $id) {\n      id name address lat lng start_time end_time hours_count closed_on hours { ...PlaceHoursFields } count like been_count verdict { people again } price price_count\n      kinds { kind count }\n      dishes { name price month count } dish_people telephone\n      menus { ...PlacePhoto }\n      areas { name path }\n      photos { ...PlacePhoto }\n      comments { title comment { id post text createdAt author { handle username image } } }\n      record { category kind source asOf estimated gone kept }\n    }\n  }\n\n  fragment PlacePhoto on PlacePhoto {\n    post title image image_info { width height placeholder } month\n  }\n\n  fragment PlaceHoursFields on PlaceHours {\n    week_hours { days start_time end_time break_start break_end last_order } closed_on count month\n  }\n": { data: GetPlaceQuery; variables: GetPlaceQueryVariables }
  "\n  query getPlacePhotos($id: ID!, $cursor: String) {\n    getPlacePhotos(id: $id, cursor: $cursor) {\n      data { ...PlacePhoto }\n      nextCursor\n    }\n  }\n\n  fragment PlacePhoto on PlacePhoto {\n    post title image image_info { width height placeholder } month\n  }\n": { data: GetPlacePhotosQuery; variables: GetPlacePhotosQueryVariables }
  "\n  query getPlacePosts($id: ID!) @kept { getPlacePosts(id: $id) { ...MiniPost } }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetPlacePostsQuery; variables: GetPlacePostsQueryVariables }
  "\n  query searchPlaces($keyword: String!, $lat: Float, $lng: Float) {\n    searchPlaces(keyword: $keyword, lat: $lat, lng: $lng) {\n      position { lat lng } place_name address_name category precision rate distance\n    }\n  }\n": { data: SearchPlacesQuery; variables: SearchPlacesQueryVariables }
  "\n  query geocode($address: String!) {\n    geocode(address: $address) { position { lat lng } address_name precision radius road { lat lng } }\n  }\n": { data: GeocodeQuery; variables: GeocodeQueryVariables }
  "\n  query reverseGeocode($lat: Float!, $lng: Float!) {\n    reverseGeocode(lat: $lat, lng: $lng) { address_name road_address }\n  }\n": { data: ReverseGeocodeQuery; variables: ReverseGeocodeQueryVariables }
  "\n  query getNearestLandmark($lat: Float!, $lng: Float!) {\n    getNearestLandmark(lat: $lat, lng: $lng) { name position { lat lng } }\n  }\n": { data: GetNearestLandmarkQuery; variables: GetNearestLandmarkQueryVariables }
  "\n  query getPlaceSuggestions($keyword: String!) { resolveKeyword(keyword: $keyword) { suggestions } }\n": { data: GetPlaceSuggestionsQuery; variables: GetPlaceSuggestionsQueryVariables }
  "\n  query getPlaceAttributions { getPlaceAttributions { source text url } }\n": { data: GetPlaceAttributionsQuery; variables: GetPlaceAttributionsQueryVariables }
  "\n  query getMapShops($south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $kind: [FoodKind!]) {\n    getMapShops(south: $south, west: $west, north: $north, east: $east, zoom: $zoom, kind: $kind) { ...ShopFields area }\n  }\n\n  fragment ShopFields on Shop { id name kind category address lat lng }\n": { data: GetMapShopsQuery; variables: GetMapShopsQueryVariables }
  "\n  query getNearShops($lat: Float!, $lng: Float!) { getNearShops(lat: $lat, lng: $lng) { ...ShopFields } }\n\n  fragment ShopFields on Shop { id name kind category address lat lng }\n": { data: GetNearShopsQuery; variables: GetNearShopsQueryVariables }
  "\n  query getPostsAround($lat: Float!, $lng: Float!, $radius: Int!) {\n    getPosts(filter: \"near\", lat: $lat, lng: $lng, radius: $radius) { data { ...PostCard } }\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetPostsAroundQuery; variables: GetPostsAroundQueryVariables }
  "\n  mutation tellShop($id: ID!, $word: ShopWord!, $told: Boolean!) { tellShop(id: $id, word: $word, told: $told) { count } }\n": { data: TellShopMutation; variables: TellShopMutationVariables }
  "\n  query getSearchShops($keyword: String!, $lat: Float, $lng: Float, $around: Boolean) {\n    getSearchShops(keyword: $keyword, lat: $lat, lng: $lng, around: $around) {\n      ...ShopFields\n      around { place food lat lng }\n    }\n  }\n\n  fragment ShopFields on Shop { id name kind category address lat lng }\n": { data: GetSearchShopsQuery; variables: GetSearchShopsQueryVariables }
  "\n  query getTowns($keyword: String!) {\n    resolveKeyword(keyword: $keyword) {\n      areas { name path position { lat lng } }\n      landmarks { name kind area position { lat lng } }\n    }\n  }\n": { data: GetTownsQuery; variables: GetTownsQueryVariables }
  "\n  mutation deletePost($id: ID!) { deletePost(id: $id) { count } }\n": { data: DeletePostMutation; variables: DeletePostMutationVariables }
  "\n  mutation likePost($id: ID!, $isLike: Boolean!, $jwt: String!) {\n    likePost(id: $id, isLike: $isLike, jwt: $jwt) { count }\n  }\n": { data: LikePostMutation; variables: LikePostMutationVariables }
  "\n  mutation savePost($post: ID!, $list: SaveList!, $saved: Boolean!) {\n    savePost(post: $post, list: $list, saved: $saved) { count }\n  }\n": { data: SavePostMutation; variables: SavePostMutationVariables }
  "\n  mutation savePlace($place: ID!, $list: SaveList!, $saved: Boolean!) {\n    savePlace(place: $place, list: $list, saved: $saved) { count }\n  }\n": { data: SavePlaceMutation; variables: SavePlaceMutationVariables }
  "\n  query getVisits($post: ID, $place: ID) { getVisits(post: $post, place: $place) { count again } }\n": { data: GetVisitsQuery; variables: GetVisitsQueryVariables }
  "\n  mutation setVisits($post: ID, $place: ID, $count: Int!, $again: Boolean) {\n    setVisits(post: $post, place: $place, count: $count, again: $again) { count again }\n  }\n": { data: SetVisitsMutation; variables: SetVisitsMutationVariables }
  "\n  query getCollection($id: ID!) @kept {\n    getCollection(id: $id) {\n      collection { ...CollectionFields share_image ...PlanFields }\n      entries {\n        id title note address lat lng place_id hearts hearted heartedBy added addedBy\n        shop { ...ShopFields } shop_gone post { ...PostCard verdict { people again } }\n      }\n      choosers\n      chosen\n      chosenBy { handle username image }\n    }\n  }\n\n  fragment CollectionFields on Collection {\n    id name about visibility count has mine updatedAt hiddenBecause\n    covers { url info { width height placeholder } }\n    owner { handle username image }\n  }\n\n  fragment PlanFields on Collection { planAt planHolidays planFrom { name lat lng } membersAdd }\n\n  fragment ShopFields on Shop { id name kind category address lat lng }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetCollectionQuery; variables: GetCollectionQueryVariables }
  "\n  query getCollections($handle: ID!, $post: ID, $place: ID) @kept {\n    getCollections(handle: $handle, post: $post, place: $place) { ...CollectionFields }\n  }\n\n  fragment CollectionFields on Collection {\n    id name about visibility count has mine updatedAt hiddenBecause\n    covers { url info { width height placeholder } }\n    owner { handle username image }\n  }\n": { data: GetCollectionsQuery; variables: GetCollectionsQueryVariables }
  "\n  query getSearchCollections($keyword: String!) @kept { getSearchCollections(keyword: $keyword) { ...CollectionFields } }\n\n  fragment CollectionFields on Collection {\n    id name about visibility count has mine updatedAt hiddenBecause\n    covers { url info { width height placeholder } }\n    owner { handle username image }\n  }\n": { data: GetSearchCollectionsQuery; variables: GetSearchCollectionsQueryVariables }
  "\n  mutation addCollection($name: String!, $about: String, $visibility: Visibility, $key: ID) {\n    addCollection(name: $name, about: $about, visibility: $visibility, key: $key) { ...CollectionFields }\n  }\n\n  fragment CollectionFields on Collection {\n    id name about visibility count has mine updatedAt hiddenBecause\n    covers { url info { width height placeholder } }\n    owner { handle username image }\n  }\n": { data: AddCollectionMutation; variables: AddCollectionMutationVariables }
  "\n  mutation editCollection($id: ID!, $name: String!, $about: String, $visibility: Visibility!) {\n    editCollection(id: $id, name: $name, about: $about, visibility: $visibility) { ...CollectionFields }\n  }\n\n  fragment CollectionFields on Collection {\n    id name about visibility count has mine updatedAt hiddenBecause\n    covers { url info { width height placeholder } }\n    owner { handle username image }\n  }\n": { data: EditCollectionMutation; variables: EditCollectionMutationVariables }
  "\n  mutation deleteCollection($id: ID!) { deleteCollection(id: $id) { count } }\n": { data: DeleteCollectionMutation; variables: DeleteCollectionMutationVariables }
  "\n  mutation putInCollection($id: ID!, $post: ID, $place: ID, $note: String) {\n    putInCollection(id: $id, post: $post, place: $place, note: $note) { count }\n  }\n": { data: PutInCollectionMutation; variables: PutInCollectionMutationVariables }
  "\n  mutation takeFromCollection($id: ID!, $post: ID, $place: ID) {\n    takeFromCollection(id: $id, post: $post, place: $place) { count }\n  }\n": { data: TakeFromCollectionMutation; variables: TakeFromCollectionMutationVariables }
  "\n  mutation moveInCollection($id: ID!, $post: ID!, $position: Int!) {\n    moveInCollection(id: $id, post: $post, position: $position) { count }\n  }\n": { data: MoveInCollectionMutation; variables: MoveInCollectionMutationVariables }
  "\n  mutation setPlan($id: ID!, $at: String, $from: PlanPointInput, $membersAdd: Boolean) {\n    setPlan(id: $id, at: $at, from: $from, membersAdd: $membersAdd) { id ...PlanFields }\n  }\n\n  fragment PlanFields on Collection { planAt planHolidays planFrom { name lat lng } membersAdd }\n": { data: SetPlanMutation; variables: SetPlanMutationVariables }
  "\n  mutation setHeart($id: ID!, $post: ID!, $on: Boolean!) { setHeart(id: $id, post: $post, on: $on) { count } }\n": { data: SetHeartMutation; variables: SetHeartMutationVariables }
  "\n  mutation leavePlan($id: ID!) { leavePlan(id: $id) { count } }\n": { data: LeavePlanMutation; variables: LeavePlanMutationVariables }
  "\n  query getListedAgain($ids: [ID!]) { getPosts(ids: $ids) { data { ...PostCard } } }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetListedAgainQuery; variables: GetListedAgainQueryVariables }
  "\n  query getWeeklyTop($area: String!) {\n    getWeeklyTop(area: $area) {\n      post { ...MiniPost kind price }\n      people\n    }\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetWeeklyTopQuery; variables: GetWeeklyTopQueryVariables }
  "\n  query getFollowedPosts($cursor: String, $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]) @kept {\n    getFollowedPosts(cursor: $cursor, open: $open, kind: $kind, price: $price, traits: $traits) {\n      data { ...PostCard }\n      nextCursor\n      startCursor\n    }\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetFollowedPostsQuery; variables: GetFollowedPostsQueryVariables }
  "\n  query getNearPlaces($filter: String!, $lat: Float!, $lng: Float!, $radius: Int!, $open: Boolean!, $cursor: String) @kept {\n    getPosts(filter: $filter, lat: $lat, lng: $lng, radius: $radius, open: $open, cursor: $cursor) {\n      data { ...PostCard place_id }\n      nextCursor\n      startCursor\n    }\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetNearPlacesQuery; variables: GetNearPlacesQueryVariables }
  "\n  query getPost($id: ID!) @kept { getPost(id: $id) { ...FullPost } }\n\n  fragment FullPost on Post {\n    ...PostCard\n    images { url info { width height placeholder } } menus dishes { name price } traits telephone place_id been_count verdict { people again } areas { name path } hiddenBecause share_image\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetPostQuery; variables: GetPostQueryVariables }
  "\n  mutation addPost($title: String!, $contents: String!, $images: [String!], $menus: [Int!], $address: String, $place_name: String, $start_time: String, $end_time: String, $lat: Float, $lng: Float, $kind: FoodKind, $price: PriceRange, $dishes: [DishInput!], $closed_on: [ClosedDay!], $traits: [PlaceTrait!], $week_hours: [WeekHoursInput!], $telephone: String) {\n    addPost(title: $title, contents: $contents, images: $images, menus: $menus, address: $address, place_name: $place_name, start_time: $start_time, end_time: $end_time, lat: $lat, lng: $lng, kind: $kind, price: $price, dishes: $dishes, closed_on: $closed_on, traits: $traits, week_hours: $week_hours, telephone: $telephone) { count id }\n  }\n": { data: AddPostMutation; variables: AddPostMutationVariables }
  "\n  mutation editPost($id: ID!, $title: String!, $contents: String!, $images: [String!], $menus: [Int!], $address: String, $place_name: String, $start_time: String, $end_time: String, $lat: Float, $lng: Float, $kind: FoodKind, $price: PriceRange, $dishes: [DishInput!], $closed_on: [ClosedDay!], $traits: [PlaceTrait!], $week_hours: [WeekHoursInput!], $telephone: String) {\n    editPost(id: $id, title: $title, contents: $contents, images: $images, menus: $menus, address: $address, place_name: $place_name, start_time: $start_time, end_time: $end_time, lat: $lat, lng: $lng, kind: $kind, price: $price, dishes: $dishes, closed_on: $closed_on, traits: $traits, week_hours: $week_hours, telephone: $telephone) { count }\n  }\n": { data: EditPostMutation; variables: EditPostMutationVariables }
  "\n  query getPosts(\n    $user_id: String, $place: ID, $area: String, $filter: String, $pageParam: Int, $cursor: String, $lat: Float,\n    $lng: Float, $radius: Int, $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]\n  ) @kept {\n    getPosts(\n      user_id: $user_id, place: $place, area: $area, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat,\n      lng: $lng, radius: $radius, open: $open, kind: $kind, price: $price, traits: $traits\n    ) {\n      data { ...PostCard }\n      nextCursor\n      startCursor\n    }\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetPostsQuery; variables: GetPostsQueryVariables }
  "\n  query getSearchPosts(\n    $keyword: String!, $filter: String, $pageParam: Int, $cursor: String, $lat: Float, $lng: Float, $radius: Int, $open: Boolean,\n    $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]\n  ) @kept {\n    getSearchPosts(\n      keyword: $keyword, filter: $filter, pageParam: $pageParam, cursor: $cursor, lat: $lat, lng: $lng, radius: $radius, open: $open,\n      kind: $kind, price: $price, traits: $traits\n    ) {\n      data { ...PostCard }\n      nextCursor\n      startCursor\n      searched\n      meaning {\n        kind correction alternatives otherWords suggestions\n        areas { name path count named position { lat lng } }\n        landmarks { name kind area position { lat lng } named }\n      }\n      instead { name }\n      from { lat lng }\n    }\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetSearchPostsQuery; variables: GetSearchPostsQueryVariables }
  "\n  query getSeenPosts($ids: [ID!]) { getPosts(ids: $ids) { data { ...PostCard } } }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetSeenPostsQuery; variables: GetSeenPostsQueryVariables }
  "\n  mutation correctEmail($handle: ID!, $email: String!, $reason: String!, $password: String, $proof: String) {\n    correctEmail(handle: $handle, email: $email, reason: $reason, password: $password, proof: $proof) { count }\n  }\n": { data: CorrectEmailMutation; variables: CorrectEmailMutationVariables }
  "\n  mutation endMemberSessions($handle: ID!, $reason: String!, $password: String, $proof: String) {\n    endMemberSessions(handle: $handle, reason: $reason, password: $password, proof: $proof) { count }\n  }\n": { data: EndMemberSessionsMutation; variables: EndMemberSessionsMutationVariables }
  "\n  mutation exportMember($handle: ID!, $reason: String!, $password: String, $proof: String) {\n    exportMember(handle: $handle, reason: $reason, password: $password, proof: $proof) { url }\n  }\n": { data: ExportMemberMutation; variables: ExportMemberMutationVariables }
  "\n  mutation eraseMember($handle: ID!, $reason: String!, $password: String, $proof: String) {\n    eraseMember(handle: $handle, reason: $reason, password: $password, proof: $proof) { erased waits }\n  }\n": { data: EraseMemberMutation; variables: EraseMemberMutationVariables }
  "\n  mutation dropErasure($handle: ID!) { dropErasure(handle: $handle) { count } }\n": { data: DropErasureMutation; variables: DropErasureMutationVariables }
  "\n  query getFigures {\n    getFigures {\n      returnedMails\n      days { day visitors signups posts returns { days members returned } }\n      missed { keyword people }\n    }\n  }\n": { data: GetFiguresQuery; variables: GetFiguresQueryVariables }
  "\n  query getLimits { getLimits { name value own } }\n": { data: GetLimitsQuery; variables: GetLimitsQueryVariables }
  "\n  query getInvitations {\n    getInvitations { id note uses used ends since open revoked by members { handle username } }\n  }\n": { data: GetInvitationsQuery; variables: GetInvitationsQueryVariables }
  "\n  mutation addInvitation($uses: Int!, $days: Int!, $note: String) {\n    addInvitation(uses: $uses, days: $days, note: $note) { link }\n  }\n": { data: AddInvitationMutation; variables: AddInvitationMutationVariables }
  "\n  mutation revokeInvitation($id: ID!) { revokeInvitation(id: $id) { count } }\n": { data: RevokeInvitationMutation; variables: RevokeInvitationMutationVariables }
  "\n  query getWebhooks { getWebhooks { id url events since outcome tried waiting } }\n": { data: GetWebhooksQuery; variables: GetWebhooksQueryVariables }
  "\n  mutation addWebhook($url: String!, $events: [WebhookEvent!]!) { addWebhook(url: $url, events: $events) { secret } }\n": { data: AddWebhookMutation; variables: AddWebhookMutationVariables }
  "\n  mutation removeWebhook($id: ID!) { removeWebhook(id: $id) { count } }\n": { data: RemoveWebhookMutation; variables: RemoveWebhookMutationVariables }
  "\n  query getNewPostCount($after: ID!) { getNewPostCount(after: $after) { count } }\n": { data: GetNewPostCountQuery; variables: GetNewPostCountQueryVariables }
  "\n  query getMapPosts(\n    $south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $filter: String, $keyword: String,\n    $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]\n  ) @kept {\n    getMapPosts(\n      south: $south, west: $west, north: $north, east: $east, zoom: $zoom, filter: $filter, keyword: $keyword,\n      open: $open, kind: $kind, price: $price, traits: $traits\n    ) {\n      clusters { lat lng count south west north east id title kind image area }\n      count\n      estimated\n      data {\n        ...MiniPost kind price address lat lng start_time end_time closed_on areas { name }\n        verdict { people again }\n        week_hours { days start_time end_time break_start break_end last_order }\n      }\n    }\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n": { data: GetMapPostsQuery; variables: GetMapPostsQueryVariables }
  "\n  query getNamedPlaces($keyword: String!) {\n    resolveKeyword(keyword: $keyword) {\n      kind\n      correction\n      otherWords\n      areas { name position { lat lng } precision named }\n      landmarks { name area position { lat lng } named }\n    }\n  }\n": { data: GetNamedPlacesQuery; variables: GetNamedPlacesQueryVariables }
  "\n  query getPlaceImport {\n    getPlaceImport { id state failure total done found unsure missing bad badRows { file line message } }\n  }\n": { data: GetPlaceImportQuery; variables: GetPlaceImportQueryVariables }
  "\n  query getImportedRows($id: ID!, $after: Int) {\n    getImportedRows(id: $id, after: $after) {\n      row state file line name address note places { post place_id name address category }\n    }\n  }\n": { data: GetImportedRowsQuery; variables: GetImportedRowsQueryVariables }
  "\n  mutation keepImported($id: ID!, $rows: [Int!]!, $choices: [Int!]!, $collection: ID) {\n    keepImported(id: $id, rows: $rows, choices: $choices, collection: $collection) { saved collected known gone }\n  }\n": { data: KeepImportedMutation; variables: KeepImportedMutationVariables }
  "\n  mutation dropPlaceImport($id: ID!) { dropPlaceImport(id: $id) { count } }\n": { data: DropPlaceImportMutation; variables: DropPlaceImportMutationVariables }
  "\n  query getSavedPosts($list: SaveList!, $sort: String, $keyword: String, $cursor: String, $lat: Float, $lng: Float, $radius: Int,\n    $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]) @kept {\n    getSavedPosts(list: $list, sort: $sort, keyword: $keyword, cursor: $cursor, lat: $lat, lng: $lng, radius: $radius,\n      kind: $kind, price: $price, traits: $traits) {\n      data { ...PostCard hiddenBecause }\n      nextCursor\n      startCursor\n      gone { post title address lat lng place_id shop { ...ShopFields } at }\n    }\n  }\n\n  fragment PostCard on Post {\n    ...MiniPost\n    image_count address place_name start_time end_time lat lng price closed_on week_hours { days start_time end_time break_start break_end last_order } createdAt user_id user_profile\n  }\n\n  fragment MiniPost on Post {\n    id title contents kind image image_info { width height placeholder } username like comments\n  }\n\n  fragment ShopFields on Shop { id name kind category address lat lng }\n": { data: GetSavedPostsQuery; variables: GetSavedPostsQueryVariables }
  "\n  query getSavedPins(\n    $list: SaveList!, $keyword: String, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]\n  ) @kept {\n    getSavedPins(list: $list, keyword: $keyword, kind: $kind, price: $price, traits: $traits) { post place_id title lat lng }\n  }\n": { data: GetSavedPinsQuery; variables: GetSavedPinsQueryVariables }
  "\n  query getSavedCounts @kept { getSavedCounts { want wantOpen been liked written } }\n": { data: GetSavedCountsQuery; variables: GetSavedCountsQueryVariables }
  "\n  query getDecisions { getDecisions { id kind item action title reason until at undone answer answerable } }\n": { data: GetDecisionsQuery; variables: GetDecisionsQueryVariables }
  "\n  mutation answerDecision($id: ID!, $text: String!) { answerDecision(id: $id, text: $text) { count } }\n": { data: AnswerDecisionMutation; variables: AnswerDecisionMutationVariables }
  "\n  query getPushKey { getPushKey }\n": { data: GetPushKeyQuery; variables: GetPushKeyQueryVariables }
  "\n  mutation subscribePush($endpoint: String!, $p256dh: String!, $auth: String!) {\n    subscribePush(endpoint: $endpoint, p256dh: $p256dh, auth: $auth) { count }\n  }\n": { data: SubscribePushMutation; variables: SubscribePushMutationVariables }
  "\n  mutation unsubscribePush($endpoint: String!) { unsubscribePush(endpoint: $endpoint) { count } }\n": { data: UnsubscribePushMutation; variables: UnsubscribePushMutationVariables }
  "\n  query getReturnedMail { getReturnedMail { kind } }\n": { data: GetReturnedMailQuery; variables: GetReturnedMailQueryVariables }
  "\n  mutation retryMail { retryMail { count } }\n": { data: RetryMailMutation; variables: RetryMailMutationVariables }
  "\n  query user($jwt: String!) { user(jwt: $jwt) { ...Person } }\n\n  fragment Person on User { image email username jwt questionIndex restricted }\n": { data: UserQuery; variables: UserQueryVariables }
}

/** The same types, by the name of the operation. */
export type OperationTypes = {
  signup: { data: SignupMutation; variables: SignupMutationVariables }
  update: { data: UpdateMutation; variables: UpdateMutationVariables }
  remove: { data: RemoveMutation; variables: RemoveMutationVariables }
  getWithdrawalSummary: { data: GetWithdrawalSummaryQuery; variables: GetWithdrawalSummaryQueryVariables }
  profile: { data: ProfileQuery; variables: ProfileQueryVariables }
  changePw: { data: ChangePwMutation; variables: ChangePwMutationVariables }
  forgotPw: { data: ForgotPwMutation; variables: ForgotPwMutationVariables }
  sendRecoveryMail: { data: SendRecoveryMailMutation; variables: SendRecoveryMailMutationVariables }
  login: { data: LoginQuery; variables: LoginQueryVariables }
  logout: { data: LogoutMutation; variables: LogoutMutationVariables }
  endSession: { data: EndSessionMutation; variables: EndSessionMutationVariables }
  getSessions: { data: GetSessionsQuery; variables: GetSessionsQueryVariables }
  getLegalText: { data: GetLegalTextQuery; variables: GetLegalTextQueryVariables }
  getLegalVersions: { data: GetLegalVersionsQuery; variables: GetLegalVersionsQueryVariables }
  getConsents: { data: GetConsentsQuery; variables: GetConsentsQueryVariables }
  setLocationConsent: { data: SetLocationConsentMutation; variables: SetLocationConsentMutationVariables }
  getTwoStep: { data: GetTwoStepQuery; variables: GetTwoStepQueryVariables }
  loginByCode: { data: LoginByCodeMutation; variables: LoginByCodeMutationVariables }
  getPasskeys: { data: GetPasskeysQuery; variables: GetPasskeysQueryVariables }
  beginPasskeyLogin: { data: BeginPasskeyLoginQuery; variables: BeginPasskeyLoginQueryVariables }
  beginPasskeyProof: { data: BeginPasskeyProofQuery; variables: BeginPasskeyProofQueryVariables }
  loginByPasskey: { data: LoginByPasskeyMutation; variables: LoginByPasskeyMutationVariables }
  beginPasskey: { data: BeginPasskeyMutation; variables: BeginPasskeyMutationVariables }
  addPasskey: { data: AddPasskeyMutation; variables: AddPasskeyMutationVariables }
  renamePasskey: { data: RenamePasskeyMutation; variables: RenamePasskeyMutationVariables }
  removePasskey: { data: RemovePasskeyMutation; variables: RemovePasskeyMutationVariables }
  linkPendingLogin: { data: LinkPendingLoginMutation; variables: LinkPendingLoginMutationVariables }
  beginProviderLogin: { data: BeginProviderLoginMutation; variables: BeginProviderLoginMutationVariables }
  beginProviderLink: { data: BeginProviderLinkMutation; variables: BeginProviderLinkMutationVariables }
  getLinkedLogins: { data: GetLinkedLoginsQuery; variables: GetLinkedLoginsQueryVariables }
  unlinkLogin: { data: UnlinkLoginMutation; variables: UnlinkLoginMutationVariables }
  getPendingLogin: { data: GetPendingLoginQuery; variables: GetPendingLoginQueryVariables }
  setTastes: { data: SetTastesMutation; variables: SetTastesMutationVariables }
  switchTasteMatching: { data: SwitchTasteMatchingMutation; variables: SwitchTasteMatchingMutationVariables }
  beginTwoStep: { data: BeginTwoStepMutation; variables: BeginTwoStepMutationVariables }
  confirmTwoStep: { data: ConfirmTwoStepMutation; variables: ConfirmTwoStepMutationVariables }
  renewRecoveryCodes: { data: RenewRecoveryCodesMutation; variables: RenewRecoveryCodesMutationVariables }
  endTwoStep: { data: EndTwoStepMutation; variables: EndTwoStepMutationVariables }
  sendVerificationMail: { data: SendVerificationMailMutation; variables: SendVerificationMailMutationVariables }
  verifyEmail: { data: VerifyEmailMutation; variables: VerifyEmailMutationVariables }
  getAuthor: { data: GetAuthorQuery; variables: GetAuthorQueryVariables }
  getAuthorPins: { data: GetAuthorPinsQuery; variables: GetAuthorPinsQueryVariables }
  getPeople: { data: GetPeopleQuery; variables: GetPeopleQueryVariables }
  getActiveAuthors: { data: GetActiveAuthorsQuery; variables: GetActiveAuthorsQueryVariables }
  followUser: { data: FollowUserMutation; variables: FollowUserMutationVariables }
  blockUser: { data: BlockUserMutation; variables: BlockUserMutationVariables }
  getComments: { data: GetCommentsQuery; variables: GetCommentsQueryVariables }
  getReplies: { data: GetRepliesQuery; variables: GetRepliesQueryVariables }
  addComment: { data: AddCommentMutation; variables: AddCommentMutationVariables }
  editComment: { data: EditCommentMutation; variables: EditCommentMutationVariables }
  deleteComment: { data: DeleteCommentMutation; variables: DeleteCommentMutationVariables }
  getSuggestions: { data: GetSuggestionsQuery; variables: GetSuggestionsQueryVariables }
  getReports: { data: GetReportsQuery; variables: GetReportsQueryVariables }
  getToldShops: { data: GetToldShopsQuery; variables: GetToldShopsQueryVariables }
  decideShop: { data: DecideShopMutation; variables: DecideShopMutationVariables }
  findPeople: { data: FindPeopleQuery; variables: FindPeopleQueryVariables }
  getPersonCard: { data: GetPersonCardQuery; variables: GetPersonCardQueryVariables }
  getModerationRecord: { data: GetModerationRecordQuery; variables: GetModerationRecordQueryVariables }
  getModerationRules: { data: GetModerationRulesQuery; variables: GetModerationRulesQueryVariables }
  getRelease: { data: GetReleaseQuery; variables: GetReleaseQueryVariables }
  moderate: { data: ModerateMutation; variables: ModerateMutationVariables }
  setModerationRule: { data: SetModerationRuleMutation; variables: SetModerationRuleMutationVariables }
  setSignupMode: { data: SetSignupModeMutation; variables: SetSignupModeMutationVariables }
  setRole: { data: SetRoleMutation; variables: SetRoleMutationVariables }
  getSiteLook: { data: GetSiteLookQuery; variables: GetSiteLookQueryVariables }
  previewSiteLook: { data: PreviewSiteLookQuery; variables: PreviewSiteLookQueryVariables }
  setSiteLook: { data: SetSiteLookMutation; variables: SetSiteLookMutationVariables }
  setSitePage: { data: SetSitePageMutation; variables: SetSitePageMutationVariables }
  report: { data: ReportMutation; variables: ReportMutationVariables }
  getReported: { data: GetReportedQuery; variables: GetReportedQueryVariables }
  takeBackReport: { data: TakeBackReportMutation; variables: TakeBackReportMutationVariables }
  getNotifications: { data: GetNotificationsQuery; variables: GetNotificationsQueryVariables }
  readNotifications: { data: ReadNotificationsMutation; variables: ReadNotificationsMutationVariables }
  getNotificationSwitches: { data: GetNotificationSwitchesQuery; variables: GetNotificationSwitchesQueryVariables }
  switchWeeklyMail: { data: SwitchWeeklyMailMutation; variables: SwitchWeeklyMailMutationVariables }
  switchNotifications: { data: SwitchNotificationsMutation; variables: SwitchNotificationsMutationVariables }
  getPopularAreas: { data: GetPopularAreasQuery; variables: GetPopularAreasQueryVariables }
  getArea: { data: GetAreaQuery; variables: GetAreaQueryVariables }
  getAreaAt: { data: GetAreaAtQuery; variables: GetAreaAtQueryVariables }
  tellHours: { data: TellHoursMutation; variables: TellHoursMutationVariables }
  getLandmark: { data: GetLandmarkQuery; variables: GetLandmarkQueryVariables }
  getMapSettings: { data: GetMapSettingsQuery; variables: GetMapSettingsQueryVariables }
  getPlace: { data: GetPlaceQuery; variables: GetPlaceQueryVariables }
  getPlacePhotos: { data: GetPlacePhotosQuery; variables: GetPlacePhotosQueryVariables }
  getPlacePosts: { data: GetPlacePostsQuery; variables: GetPlacePostsQueryVariables }
  searchPlaces: { data: SearchPlacesQuery; variables: SearchPlacesQueryVariables }
  geocode: { data: GeocodeQuery; variables: GeocodeQueryVariables }
  reverseGeocode: { data: ReverseGeocodeQuery; variables: ReverseGeocodeQueryVariables }
  getNearestLandmark: { data: GetNearestLandmarkQuery; variables: GetNearestLandmarkQueryVariables }
  getPlaceSuggestions: { data: GetPlaceSuggestionsQuery; variables: GetPlaceSuggestionsQueryVariables }
  getPlaceAttributions: { data: GetPlaceAttributionsQuery; variables: GetPlaceAttributionsQueryVariables }
  getMapShops: { data: GetMapShopsQuery; variables: GetMapShopsQueryVariables }
  getNearShops: { data: GetNearShopsQuery; variables: GetNearShopsQueryVariables }
  getPostsAround: { data: GetPostsAroundQuery; variables: GetPostsAroundQueryVariables }
  tellShop: { data: TellShopMutation; variables: TellShopMutationVariables }
  getSearchShops: { data: GetSearchShopsQuery; variables: GetSearchShopsQueryVariables }
  getTowns: { data: GetTownsQuery; variables: GetTownsQueryVariables }
  deletePost: { data: DeletePostMutation; variables: DeletePostMutationVariables }
  likePost: { data: LikePostMutation; variables: LikePostMutationVariables }
  savePost: { data: SavePostMutation; variables: SavePostMutationVariables }
  savePlace: { data: SavePlaceMutation; variables: SavePlaceMutationVariables }
  getVisits: { data: GetVisitsQuery; variables: GetVisitsQueryVariables }
  setVisits: { data: SetVisitsMutation; variables: SetVisitsMutationVariables }
  getCollection: { data: GetCollectionQuery; variables: GetCollectionQueryVariables }
  getCollections: { data: GetCollectionsQuery; variables: GetCollectionsQueryVariables }
  getSearchCollections: { data: GetSearchCollectionsQuery; variables: GetSearchCollectionsQueryVariables }
  addCollection: { data: AddCollectionMutation; variables: AddCollectionMutationVariables }
  editCollection: { data: EditCollectionMutation; variables: EditCollectionMutationVariables }
  deleteCollection: { data: DeleteCollectionMutation; variables: DeleteCollectionMutationVariables }
  putInCollection: { data: PutInCollectionMutation; variables: PutInCollectionMutationVariables }
  takeFromCollection: { data: TakeFromCollectionMutation; variables: TakeFromCollectionMutationVariables }
  moveInCollection: { data: MoveInCollectionMutation; variables: MoveInCollectionMutationVariables }
  setPlan: { data: SetPlanMutation; variables: SetPlanMutationVariables }
  setHeart: { data: SetHeartMutation; variables: SetHeartMutationVariables }
  leavePlan: { data: LeavePlanMutation; variables: LeavePlanMutationVariables }
  getListedAgain: { data: GetListedAgainQuery; variables: GetListedAgainQueryVariables }
  getWeeklyTop: { data: GetWeeklyTopQuery; variables: GetWeeklyTopQueryVariables }
  getFollowedPosts: { data: GetFollowedPostsQuery; variables: GetFollowedPostsQueryVariables }
  getNearPlaces: { data: GetNearPlacesQuery; variables: GetNearPlacesQueryVariables }
  getPost: { data: GetPostQuery; variables: GetPostQueryVariables }
  addPost: { data: AddPostMutation; variables: AddPostMutationVariables }
  editPost: { data: EditPostMutation; variables: EditPostMutationVariables }
  getPosts: { data: GetPostsQuery; variables: GetPostsQueryVariables }
  getSearchPosts: { data: GetSearchPostsQuery; variables: GetSearchPostsQueryVariables }
  getSeenPosts: { data: GetSeenPostsQuery; variables: GetSeenPostsQueryVariables }
  correctEmail: { data: CorrectEmailMutation; variables: CorrectEmailMutationVariables }
  endMemberSessions: { data: EndMemberSessionsMutation; variables: EndMemberSessionsMutationVariables }
  exportMember: { data: ExportMemberMutation; variables: ExportMemberMutationVariables }
  eraseMember: { data: EraseMemberMutation; variables: EraseMemberMutationVariables }
  dropErasure: { data: DropErasureMutation; variables: DropErasureMutationVariables }
  getFigures: { data: GetFiguresQuery; variables: GetFiguresQueryVariables }
  getLimits: { data: GetLimitsQuery; variables: GetLimitsQueryVariables }
  getInvitations: { data: GetInvitationsQuery; variables: GetInvitationsQueryVariables }
  addInvitation: { data: AddInvitationMutation; variables: AddInvitationMutationVariables }
  revokeInvitation: { data: RevokeInvitationMutation; variables: RevokeInvitationMutationVariables }
  getWebhooks: { data: GetWebhooksQuery; variables: GetWebhooksQueryVariables }
  addWebhook: { data: AddWebhookMutation; variables: AddWebhookMutationVariables }
  removeWebhook: { data: RemoveWebhookMutation; variables: RemoveWebhookMutationVariables }
  getNewPostCount: { data: GetNewPostCountQuery; variables: GetNewPostCountQueryVariables }
  getMapPosts: { data: GetMapPostsQuery; variables: GetMapPostsQueryVariables }
  getNamedPlaces: { data: GetNamedPlacesQuery; variables: GetNamedPlacesQueryVariables }
  getPlaceImport: { data: GetPlaceImportQuery; variables: GetPlaceImportQueryVariables }
  getImportedRows: { data: GetImportedRowsQuery; variables: GetImportedRowsQueryVariables }
  keepImported: { data: KeepImportedMutation; variables: KeepImportedMutationVariables }
  dropPlaceImport: { data: DropPlaceImportMutation; variables: DropPlaceImportMutationVariables }
  getSavedPosts: { data: GetSavedPostsQuery; variables: GetSavedPostsQueryVariables }
  getSavedPins: { data: GetSavedPinsQuery; variables: GetSavedPinsQueryVariables }
  getSavedCounts: { data: GetSavedCountsQuery; variables: GetSavedCountsQueryVariables }
  getDecisions: { data: GetDecisionsQuery; variables: GetDecisionsQueryVariables }
  answerDecision: { data: AnswerDecisionMutation; variables: AnswerDecisionMutationVariables }
  getPushKey: { data: GetPushKeyQuery; variables: GetPushKeyQueryVariables }
  subscribePush: { data: SubscribePushMutation; variables: SubscribePushMutationVariables }
  unsubscribePush: { data: UnsubscribePushMutation; variables: UnsubscribePushMutationVariables }
  getReturnedMail: { data: GetReturnedMailQuery; variables: GetReturnedMailQueryVariables }
  retryMail: { data: RetryMailMutation; variables: RetryMailMutationVariables }
  user: { data: UserQuery; variables: UserQueryVariables }
}
