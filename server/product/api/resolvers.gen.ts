// Written by `npm run generate` (scripts/generate.ts). Do not edit.
import type * as c from '#contract/schema.gen.ts'
import type { PresentedArea } from '../posts/areas/get-area.ts'
import type { PresentedAuthor } from '../authors/present-author.ts'
import type { PresentedCollection } from '../saves/collections/get-collection.ts'
import type { PresentedCollectionPage } from '../saves/collections/get-collection.ts'
import type { PresentedComment } from '../comments/present-comment.ts'
import type { FoundComments } from '../comments/get-comments.ts'
import type { GivenLike } from '../posts/likes/like-post.ts'
import type { FoundMap } from '../posts/map/get-map-posts.ts'
import type { PresentedNotification } from '../notifications/get-notifications.ts'
import type { PresentedNotifications } from '../notifications/get-notifications.ts'
import type { PresentedPlace } from '../posts/venues/get-shop.ts'
import type { PlaceCommentRow } from '../comments/get-comments.ts'
import type { PresentedPost } from '../posts/present-post.ts'
import type { PresentedList } from '../posts/lists/paging.ts'
import type { MemberContext, OperationContext } from '../../platform/context.ts'
import type { GraphqlContext } from './request-context.ts'

type NoArguments = Record<string, never>

type Resolver<Parent, Args, Result> = (parent: Parent, args: Args, context: GraphqlContext) => Result | Promise<Result>

type Operation<Context, Args, Result> = (context: Context, args: Args) => Promise<Result>

type Fields = {
  Area: Omit<{
    name: Resolver<PresentedArea, NoArguments, string>
    path: Resolver<PresentedArea, NoArguments, string>
    around: Resolver<PresentedArea, NoArguments, Array<c.AreaName>>
    parts: Resolver<PresentedArea, NoArguments, Array<c.AreaCount>>
    names: Resolver<PresentedArea, NoArguments, Array<string>>
    count: Resolver<PresentedArea, NoArguments, number>
    lat: Resolver<PresentedArea, NoArguments, number | null>
    lng: Resolver<PresentedArea, NoArguments, number | null>
    box: Resolver<PresentedArea, NoArguments, c.Box | null>
    share_image: Resolver<PresentedArea, NoArguments, string>
  }, keyof PresentedArea>
  Author: Omit<{
    handle: Resolver<PresentedAuthor, NoArguments, string>
    username: Resolver<PresentedAuthor, NoArguments, string>
    image: Resolver<PresentedAuthor, NoArguments, string | null>
    about: Resolver<PresentedAuthor, NoArguments, string>
    tastes: Resolver<PresentedAuthor, NoArguments, Array<string>>
    since: Resolver<PresentedAuthor, NoArguments, string>
    posts: Resolver<PresentedAuthor, NoArguments, number>
    likesReceived: Resolver<PresentedAuthor, NoArguments, number>
    followers: Resolver<PresentedAuthor, NoArguments, number>
    following: Resolver<PresentedAuthor, NoArguments, number>
    followed: Resolver<PresentedAuthor, NoArguments, boolean>
    blocked: Resolver<PresentedAuthor, NoArguments, boolean>
    alike: Resolver<PresentedAuthor, NoArguments, boolean>
    pins: Resolver<PresentedAuthor, NoArguments, Array<c.SavedPin>>
  }, keyof PresentedAuthor>
  Collection: Omit<{
    id: Resolver<PresentedCollection, NoArguments, string>
    name: Resolver<PresentedCollection, NoArguments, string>
    about: Resolver<PresentedCollection, NoArguments, string>
    visibility: Resolver<PresentedCollection, NoArguments, c.Visibility>
    owner: Resolver<PresentedCollection, NoArguments, PresentedAuthor>
    count: Resolver<PresentedCollection, NoArguments, number>
    cover: Resolver<PresentedCollection, NoArguments, c.PostImage | null>
    covers: Resolver<PresentedCollection, NoArguments, Array<c.PostImage>>
    has: Resolver<PresentedCollection, NoArguments, boolean>
    mine: Resolver<PresentedCollection, NoArguments, boolean>
    hiddenBecause: Resolver<PresentedCollection, NoArguments, string | null>
    updatedAt: Resolver<PresentedCollection, NoArguments, string>
    share_image: Resolver<PresentedCollection, NoArguments, string>
    planAt: Resolver<PresentedCollection, NoArguments, string | null>
    planHolidays: Resolver<PresentedCollection, NoArguments, Array<string>>
    planFrom: Resolver<PresentedCollection, NoArguments, c.PlanPoint | null>
    membersAdd: Resolver<PresentedCollection, NoArguments, boolean>
  }, keyof PresentedCollection>
  CollectionPage: Omit<{
    collection: Resolver<PresentedCollectionPage, NoArguments, PresentedCollection>
    entries: Resolver<PresentedCollectionPage, NoArguments, Array<(Omit<c.CollectionEntry, 'post'> & { post: PresentedPost | null })>>
    nextCursor: Resolver<PresentedCollectionPage, NoArguments, string | null>
    choosers: Resolver<PresentedCollectionPage, NoArguments, number>
    chosenBy: Resolver<PresentedCollectionPage, NoArguments, Array<PresentedAuthor>>
    chosen: Resolver<PresentedCollectionPage, NoArguments, boolean>
  }, keyof PresentedCollectionPage>
  Comment: Omit<{
    id: Resolver<PresentedComment, NoArguments, string>
    post: Resolver<PresentedComment, NoArguments, string>
    text: Resolver<PresentedComment, NoArguments, string>
    tasty: Resolver<PresentedComment, NoArguments, boolean>
    image: Resolver<PresentedComment, NoArguments, c.PostImage | null>
    createdAt: Resolver<PresentedComment, NoArguments, string>
    edited: Resolver<PresentedComment, NoArguments, boolean>
    author: Resolver<PresentedComment, NoArguments, PresentedAuthor>
    mine: Resolver<PresentedComment, NoArguments, boolean>
    removable: Resolver<PresentedComment, NoArguments, boolean>
    hiddenBecause: Resolver<PresentedComment, NoArguments, string | null>
    parent: Resolver<PresentedComment, NoArguments, string | null>
    mentions: Resolver<PresentedComment, NoArguments, Array<c.Mention>>
  }, keyof PresentedComment>
  CommentList: Omit<{
    data: Resolver<FoundComments, NoArguments, Array<PresentedComment>>
    more: Resolver<FoundComments, NoArguments, Array<c.MoreReplies>>
    nextCursor: Resolver<FoundComments, NoArguments, string | null>
    tastyCount: Resolver<FoundComments, NoArguments, number>
    tastyAuthors: Resolver<FoundComments, NoArguments, Array<PresentedAuthor>>
  }, keyof FoundComments>
  LikeResult: Omit<{
    count: Resolver<GivenLike, NoArguments, number>
    likeUsers: Resolver<GivenLike, NoArguments, Array<string>>
  }, keyof GivenLike>
  MapPosts: Omit<{
    clusters: Resolver<FoundMap, NoArguments, Array<c.MapCluster>>
    count: Resolver<FoundMap, NoArguments, number>
    estimated: Resolver<FoundMap, NoArguments, boolean>
    data: Resolver<FoundMap, NoArguments, Array<PresentedPost>>
  }, keyof FoundMap>
  Notification: Omit<{
    id: Resolver<PresentedNotification, NoArguments, string>
    kind: Resolver<PresentedNotification, NoArguments, c.NotificationKind>
    actors: Resolver<PresentedNotification, NoArguments, Array<PresentedAuthor>>
    actorCount: Resolver<PresentedNotification, NoArguments, number>
    post: Resolver<PresentedNotification, NoArguments, string | null>
    collection: Resolver<PresentedNotification, NoArguments, string | null>
    title: Resolver<PresentedNotification, NoArguments, string | null>
    image: Resolver<PresentedNotification, NoArguments, string | null>
    comment: Resolver<PresentedNotification, NoArguments, string | null>
    text: Resolver<PresentedNotification, NoArguments, string | null>
    at: Resolver<PresentedNotification, NoArguments, string>
    read: Resolver<PresentedNotification, NoArguments, boolean>
  }, keyof PresentedNotification>
  NotificationList: Omit<{
    data: Resolver<PresentedNotifications, NoArguments, Array<PresentedNotification>>
    unread: Resolver<PresentedNotifications, NoArguments, number>
    nextCursor: Resolver<PresentedNotifications, NoArguments, string | null>
  }, keyof PresentedNotifications>
  Place: Omit<{
    id: Resolver<PresentedPlace, NoArguments, string>
    name: Resolver<PresentedPlace, NoArguments, string>
    address: Resolver<PresentedPlace, NoArguments, string | null>
    lat: Resolver<PresentedPlace, NoArguments, number | null>
    lng: Resolver<PresentedPlace, NoArguments, number | null>
    areas: Resolver<PresentedPlace, NoArguments, Array<c.AreaName>>
    start_time: Resolver<PresentedPlace, NoArguments, string | null>
    end_time: Resolver<PresentedPlace, NoArguments, string | null>
    hours_count: Resolver<PresentedPlace, NoArguments, number>
    closed_on: Resolver<PresentedPlace, NoArguments, Array<c.ClosedDay>>
    hours: Resolver<PresentedPlace, NoArguments, Array<c.PlaceHours>>
    price: Resolver<PresentedPlace, NoArguments, c.PriceRange | null>
    price_count: Resolver<PresentedPlace, NoArguments, number>
    kinds: Resolver<PresentedPlace, NoArguments, Array<c.KindCount>>
    dishes: Resolver<PresentedPlace, NoArguments, Array<c.PlaceDish>>
    dish_people: Resolver<PresentedPlace, NoArguments, number>
    menus: Resolver<PresentedPlace, NoArguments, Array<c.PlacePhoto>>
    telephone: Resolver<PresentedPlace, NoArguments, string | null>
    been_count: Resolver<PresentedPlace, NoArguments, number>
    verdict: Resolver<PresentedPlace, NoArguments, c.Verdict | null>
    count: Resolver<PresentedPlace, NoArguments, number>
    like: Resolver<PresentedPlace, NoArguments, number>
    photos: Resolver<PresentedPlace, NoArguments, Array<c.PlacePhoto>>
    comments: Resolver<PresentedPlace, NoArguments, Array<PlaceCommentRow>>
    record: Resolver<PresentedPlace, NoArguments, c.ShopRecord | null>
  }, keyof PresentedPlace>
  PlaceComment: Omit<{
    title: Resolver<PlaceCommentRow, NoArguments, string>
    comment: Resolver<PlaceCommentRow, NoArguments, PresentedComment>
  }, keyof PlaceCommentRow>
  Post: Omit<{
    id: Resolver<PresentedPost, NoArguments, string>
    title: Resolver<PresentedPost, NoArguments, string>
    contents: Resolver<PresentedPost, NoArguments, string>
    image: Resolver<PresentedPost, NoArguments, string | null>
    image_info: Resolver<PresentedPost, NoArguments, c.ImageInfo | null>
    images: Resolver<PresentedPost, NoArguments, Array<c.PostImage>>
    image_count: Resolver<PresentedPost, NoArguments, number>
    address: Resolver<PresentedPost, NoArguments, string | null>
    place_name: Resolver<PresentedPost, NoArguments, string | null>
    lat: Resolver<PresentedPost, NoArguments, number | null>
    lng: Resolver<PresentedPost, NoArguments, number | null>
    start_time: Resolver<PresentedPost, NoArguments, string | null>
    end_time: Resolver<PresentedPost, NoArguments, string | null>
    createdAt: Resolver<PresentedPost, NoArguments, string>
    username: Resolver<PresentedPost, NoArguments, string>
    user_profile: Resolver<PresentedPost, NoArguments, string | null>
    user_id: Resolver<PresentedPost, NoArguments, string>
    like: Resolver<PresentedPost, NoArguments, number>
    likeUsers: Resolver<PresentedPost, NoArguments, Array<string>>
    liked: Resolver<PresentedPost, NoArguments, boolean>
    wanted: Resolver<PresentedPost, NoArguments, boolean>
    been: Resolver<PresentedPost, NoArguments, boolean>
    place_id: Resolver<PresentedPost, NoArguments, string | null>
    been_count: Resolver<PresentedPost, NoArguments, number>
    verdict: Resolver<PresentedPost, NoArguments, c.Verdict | null>
    areas: Resolver<PresentedPost, NoArguments, Array<c.AreaName>>
    comments: Resolver<PresentedPost, NoArguments, number>
    kind: Resolver<PresentedPost, NoArguments, c.FoodKind | null>
    price: Resolver<PresentedPost, NoArguments, c.PriceRange | null>
    dishes: Resolver<PresentedPost, NoArguments, Array<c.Dish>>
    closed_on: Resolver<PresentedPost, NoArguments, Array<c.ClosedDay>>
    traits: Resolver<PresentedPost, NoArguments, Array<c.PlaceTrait>>
    week_hours: Resolver<PresentedPost, NoArguments, Array<c.WeekHours> | null>
    telephone: Resolver<PresentedPost, NoArguments, string | null>
    menus: Resolver<PresentedPost, NoArguments, Array<number>>
    hiddenBecause: Resolver<PresentedPost, NoArguments, string | null>
    share_image: Resolver<PresentedPost, NoArguments, string>
  }, keyof PresentedPost>
  PostList: Omit<{
    data: Resolver<PresentedList, NoArguments, Array<PresentedPost>>
    pageCount: Resolver<PresentedList, NoArguments, number>
    nextCursor: Resolver<PresentedList, NoArguments, string | null>
    startCursor: Resolver<PresentedList, NoArguments, string | null>
    meaning: Resolver<PresentedList, NoArguments, c.KeywordMeaning | null>
    instead: Resolver<PresentedList, NoArguments, c.PostsInstead | null>
    from: Resolver<PresentedList, NoArguments, c.Position | null>
    searched: Resolver<PresentedList, NoArguments, number | null>
    gone: Resolver<PresentedList, NoArguments, Array<c.GoneEntry> | null>
  }, keyof PresentedList>
}

/** Resolvers of every operation, and of every field that the type returned by the server's code lacks. */
export type Resolvers = { [Type in keyof Fields as keyof Fields[Type] extends never ? never : Type]: Fields[Type] } & {
  Query: {
    getReported: Operation<MemberContext, NoArguments, Array<c.Reported>>
    getDecisions: Operation<MemberContext, NoArguments, Array<c.Decision>>
    getReports: Operation<MemberContext, c.QueryGetReportsArgs, c.ReportList>
    findPeople: Operation<MemberContext, c.QueryFindPeopleArgs, Array<c.ModeratedPerson>>
    getPersonCard: Operation<MemberContext, c.QueryGetPersonCardArgs, c.PersonCard>
    getModerationRecord: Operation<MemberContext, c.QueryGetModerationRecordArgs, Array<c.RecordEntry>>
    getModerationRules: Operation<MemberContext, NoArguments, c.ModerationRules>
    getSiteLook: Operation<MemberContext, NoArguments, c.SiteLook>
    previewSiteLook: Operation<MemberContext, c.QueryPreviewSiteLookArgs, c.LookPreview>
    getLimits: Operation<MemberContext, NoArguments, Array<c.EffectiveLimit>>
    getWebhooks: Operation<MemberContext, NoArguments, Array<c.Webhook>>
    getFigures: Operation<MemberContext, NoArguments, c.SiteFigures>
    getInvitations: Operation<MemberContext, NoArguments, Array<c.Invitation>>
    getRelease: Operation<MemberContext, NoArguments, string>
    login: Operation<OperationContext, c.QueryLoginArgs, c.User>
    beginPasskeyLogin: Operation<OperationContext, NoArguments, string>
    beginPasskeyProof: Operation<MemberContext, NoArguments, string>
    getPasskeys: Operation<MemberContext, NoArguments, Array<c.Passkey>>
    getTwoStep: Operation<MemberContext, NoArguments, c.TwoStep>
    getLinkedLogins: Operation<MemberContext, NoArguments, Array<c.LinkedLogin>>
    getPendingLogin: Operation<OperationContext, NoArguments, c.PendingLogin | null>
    user: Operation<MemberContext, c.QueryUserArgs, c.User>
    getPosts: Operation<OperationContext, c.QueryGetPostsArgs, PresentedList>
    getPost: Operation<OperationContext, c.QueryGetPostArgs, PresentedPost>
    getComments: Operation<OperationContext, c.QueryGetCommentsArgs, FoundComments>
    getReplies: Operation<OperationContext, c.QueryGetRepliesArgs, (Omit<c.ReplyList, 'data'> & { data: Array<PresentedComment> })>
    getNotifications: Operation<MemberContext, c.QueryGetNotificationsArgs, PresentedNotifications>
    getNotificationSwitches: Operation<MemberContext, NoArguments, Array<c.NotificationSwitch>>
    getWeeklyMail: Operation<MemberContext, NoArguments, c.WeeklyMail | null>
    getReturnedMail: Operation<MemberContext, NoArguments, c.ReturnedMail | null>
    getPushKey: Operation<MemberContext, NoArguments, string>
    getSearchPosts: Operation<OperationContext, c.QueryGetSearchPostsArgs, PresentedList>
    getAuthor: Operation<OperationContext, c.QueryGetAuthorArgs, PresentedAuthor>
    getFollowedPosts: Operation<MemberContext, c.QueryGetFollowedPostsArgs, PresentedList>
    getPeople: Operation<MemberContext, c.QueryGetPeopleArgs, (Omit<c.AuthorList, 'data'> & { data: Array<PresentedAuthor> })>
    getActiveAuthors: Operation<MemberContext, c.QueryGetActiveAuthorsArgs, Array<PresentedAuthor>>
    getPlace: Operation<OperationContext, c.QueryGetPlaceArgs, PresentedPlace>
    getArea: Operation<OperationContext, c.QueryGetAreaArgs, PresentedArea>
    getAreaAt: Operation<OperationContext, c.QueryGetAreaAtArgs, c.AreaName | null>
    getWeeklyTop: Operation<OperationContext, c.QueryGetWeeklyTopArgs, Array<(Omit<c.WeeklyPost, 'post'> & { post: PresentedPost })>>
    getPopularAreas: Operation<OperationContext, NoArguments, Array<c.AreaCount>>
    resolveKeyword: Operation<OperationContext, c.QueryResolveKeywordArgs, c.KeywordMeaning>
    getLandmark: Operation<OperationContext, c.QueryGetLandmarkArgs, c.NamedLandmark | null>
    getPlacePosts: Operation<OperationContext, c.QueryGetPlacePostsArgs, Array<PresentedPost>>
    getPlacePhotos: Operation<OperationContext, c.QueryGetPlacePhotosArgs, c.PlacePhotoList>
    getSavedPosts: Operation<MemberContext, c.QueryGetSavedPostsArgs, PresentedList>
    getSavedPins: Operation<MemberContext, c.QueryGetSavedPinsArgs, Array<c.SavedPin>>
    getSavedCounts: Operation<MemberContext, NoArguments, c.SavedCounts>
    getPlaceImport: Operation<MemberContext, NoArguments, c.PlaceImport | null>
    getImportedRows: Operation<MemberContext, c.QueryGetImportedRowsArgs, Array<c.ImportedRow>>
    getVisits: Operation<MemberContext, c.QueryGetVisitsArgs, c.Visits>
    getCollection: Operation<OperationContext, c.QueryGetCollectionArgs, PresentedCollectionPage>
    getCollections: Operation<OperationContext, c.QueryGetCollectionsArgs, Array<PresentedCollection>>
    getSearchCollections: Operation<OperationContext, c.QueryGetSearchCollectionsArgs, Array<PresentedCollection>>
    getNewPostCount: Operation<OperationContext, c.QueryGetNewPostCountArgs, c.CountResult>
    getSessions: Operation<MemberContext, NoArguments, Array<c.SessionInfo>>
    getWithdrawalSummary: Operation<MemberContext, NoArguments, c.WithdrawalSummary>
    getConsents: Operation<MemberContext, NoArguments, Array<c.Consent>>
    getLegalText: Operation<OperationContext, c.QueryGetLegalTextArgs, c.LegalText>
    searchPlaces: Operation<OperationContext, c.QuerySearchPlacesArgs, Array<c.PlaceResult>>
    geocode: Operation<OperationContext, c.QueryGeocodeArgs, c.GeocodeResult | null>
    reverseGeocode: Operation<OperationContext, c.QueryReverseGeocodeArgs, c.ReverseGeocodeResult | null>
    getNearestLandmark: Operation<OperationContext, c.QueryGetNearestLandmarkArgs, c.Landmark | null>
    getPlaceAttributions: Operation<OperationContext, NoArguments, Array<c.PlaceAttribution>>
    getMapSettings: Operation<OperationContext, NoArguments, c.MapSettings>
    getMapPosts: Operation<OperationContext, c.QueryGetMapPostsArgs, FoundMap>
    getMapShops: Operation<OperationContext, c.QueryGetMapShopsArgs, Array<c.Shop>>
    getNearShops: Operation<OperationContext, c.QueryGetNearShopsArgs, Array<c.Shop>>
    getSearchShops: Operation<OperationContext, c.QueryGetSearchShopsArgs, Array<c.Shop>>
    getToldShops: Operation<MemberContext, c.QueryGetToldShopsArgs, Array<c.ToldShop>>
  }
  Mutation: {
    signup: Operation<OperationContext, c.MutationSignupArgs, c.User>
    update: Operation<MemberContext, c.MutationUpdateArgs, c.User>
    changePw: Operation<MemberContext, c.MutationChangePwArgs, c.CountResult>
    loginByPasskey: Operation<OperationContext, c.MutationLoginByPasskeyArgs, c.User>
    beginPasskey: Operation<MemberContext, c.MutationBeginPasskeyArgs, string>
    loginByCode: Operation<OperationContext, c.MutationLoginByCodeArgs, c.User>
    beginTwoStep: Operation<MemberContext, c.MutationBeginTwoStepArgs, c.TwoStepSetup>
    confirmTwoStep: Operation<MemberContext, c.MutationConfirmTwoStepArgs, Array<string>>
    renewRecoveryCodes: Operation<MemberContext, c.MutationRenewRecoveryCodesArgs, Array<string>>
    endTwoStep: Operation<MemberContext, c.MutationEndTwoStepArgs, c.CountResult>
    addPasskey: Operation<MemberContext, c.MutationAddPasskeyArgs, c.Passkey>
    renamePasskey: Operation<MemberContext, c.MutationRenamePasskeyArgs, c.CountResult>
    removePasskey: Operation<MemberContext, c.MutationRemovePasskeyArgs, c.CountResult>
    beginProviderLogin: Operation<OperationContext, c.MutationBeginProviderLoginArgs, string>
    beginProviderLink: Operation<MemberContext, c.MutationBeginProviderLinkArgs, string>
    linkPendingLogin: Operation<MemberContext, c.MutationLinkPendingLoginArgs, c.CountResult>
    unlinkLogin: Operation<MemberContext, c.MutationUnlinkLoginArgs, c.CountResult>
    setTastes: Operation<MemberContext, c.MutationSetTastesArgs, c.CountResult>
    switchTasteMatching: Operation<MemberContext, c.MutationSwitchTasteMatchingArgs, c.CountResult>
    remove: Operation<MemberContext, c.MutationRemoveArgs, c.CountResult>
    forgotPw: Operation<OperationContext, c.MutationForgotPwArgs, c.ForgotPasswordResult>
    sendRecoveryMail: Operation<OperationContext, NoArguments, c.CountResult>
    sendVerificationMail: Operation<MemberContext, NoArguments, c.CountResult>
    verifyEmail: Operation<OperationContext, c.MutationVerifyEmailArgs, c.CountResult>
    retryMail: Operation<MemberContext, NoArguments, c.CountResult>
    logout: Operation<MemberContext, NoArguments, c.CountResult>
    endSession: Operation<MemberContext, c.MutationEndSessionArgs, c.CountResult>
    setLocationConsent: Operation<MemberContext, c.MutationSetLocationConsentArgs, Array<c.Consent>>
    deletePost: Operation<MemberContext, c.MutationDeletePostArgs, c.CountResult>
    addPost: Operation<MemberContext, c.MutationAddPostArgs, c.CountResult>
    editPost: Operation<MemberContext, c.MutationEditPostArgs, c.CountResult>
    followUser: Operation<MemberContext, c.MutationFollowUserArgs, c.CountResult>
    blockUser: Operation<MemberContext, c.MutationBlockUserArgs, c.CountResult>
    addComment: Operation<MemberContext, c.MutationAddCommentArgs, PresentedComment>
    editComment: Operation<MemberContext, c.MutationEditCommentArgs, PresentedComment>
    deleteComment: Operation<MemberContext, c.MutationDeleteCommentArgs, c.CountResult>
    readNotifications: Operation<MemberContext, c.MutationReadNotificationsArgs, c.CountResult>
    switchNotifications: Operation<MemberContext, c.MutationSwitchNotificationsArgs, c.CountResult>
    switchWeeklyMail: Operation<MemberContext, c.MutationSwitchWeeklyMailArgs, c.CountResult>
    report: Operation<MemberContext, c.MutationReportArgs, c.CountResult>
    takeBackReport: Operation<MemberContext, c.MutationTakeBackReportArgs, c.CountResult>
    tellShop: Operation<MemberContext, c.MutationTellShopArgs, c.CountResult>
    tellHours: Operation<MemberContext, c.MutationTellHoursArgs, Array<c.PlaceHours>>
    decideShop: Operation<MemberContext, c.MutationDecideShopArgs, c.CountResult>
    answerDecision: Operation<MemberContext, c.MutationAnswerDecisionArgs, c.CountResult>
    moderate: Operation<MemberContext, c.MutationModerateArgs, c.CountResult>
    setModerationRule: Operation<MemberContext, c.MutationSetModerationRuleArgs, c.CountResult>
    setSignupMode: Operation<MemberContext, c.MutationSetSignupModeArgs, c.CountResult>
    setSiteLook: Operation<MemberContext, c.MutationSetSiteLookArgs, c.CountResult>
    correctEmail: Operation<MemberContext, c.MutationCorrectEmailArgs, c.CountResult>
    endMemberSessions: Operation<MemberContext, c.MutationEndMemberSessionsArgs, c.CountResult>
    exportMember: Operation<MemberContext, c.MutationExportMemberArgs, c.MemberExport>
    eraseMember: Operation<MemberContext, c.MutationEraseMemberArgs, c.ErasureResult>
    dropErasure: Operation<MemberContext, c.MutationDropErasureArgs, c.CountResult>
    addWebhook: Operation<MemberContext, c.MutationAddWebhookArgs, c.NewWebhook>
    removeWebhook: Operation<MemberContext, c.MutationRemoveWebhookArgs, c.CountResult>
    addInvitation: Operation<MemberContext, c.MutationAddInvitationArgs, c.NewInvitation>
    revokeInvitation: Operation<MemberContext, c.MutationRevokeInvitationArgs, c.CountResult>
    setSitePage: Operation<MemberContext, c.MutationSetSitePageArgs, c.CountResult>
    setRole: Operation<MemberContext, c.MutationSetRoleArgs, c.CountResult>
    subscribePush: Operation<MemberContext, c.MutationSubscribePushArgs, c.CountResult>
    unsubscribePush: Operation<MemberContext, c.MutationUnsubscribePushArgs, c.CountResult>
    likePost: Operation<MemberContext, c.MutationLikePostArgs, GivenLike>
    savePost: Operation<MemberContext, c.MutationSavePostArgs, c.CountResult>
    savePlace: Operation<MemberContext, c.MutationSavePlaceArgs, c.CountResult>
    setVisits: Operation<MemberContext, c.MutationSetVisitsArgs, c.Visits>
    addCollection: Operation<MemberContext, c.MutationAddCollectionArgs, PresentedCollection>
    editCollection: Operation<MemberContext, c.MutationEditCollectionArgs, PresentedCollection>
    deleteCollection: Operation<MemberContext, c.MutationDeleteCollectionArgs, c.CountResult>
    putInCollection: Operation<MemberContext, c.MutationPutInCollectionArgs, c.CountResult>
    takeFromCollection: Operation<MemberContext, c.MutationTakeFromCollectionArgs, c.CountResult>
    moveInCollection: Operation<MemberContext, c.MutationMoveInCollectionArgs, c.CountResult>
    setPlan: Operation<MemberContext, c.MutationSetPlanArgs, PresentedCollection>
    setHeart: Operation<MemberContext, c.MutationSetHeartArgs, c.CountResult>
    leavePlan: Operation<MemberContext, c.MutationLeavePlanArgs, c.CountResult>
    keepImported: Operation<MemberContext, c.MutationKeepImportedArgs, c.ImportResult>
    dropPlaceImport: Operation<MemberContext, c.MutationDropPlaceImportArgs, c.CountResult>
  }
}
