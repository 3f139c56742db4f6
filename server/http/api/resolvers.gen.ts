// Written by `npm run generate` (scripts/generate.ts). Do not edit.
import type * as c from '#contract/schema.gen.ts'
import type { PresentedArea } from '../../posts/areas/get-area.ts'
import type { PresentedAuthor } from '../../authors/present-author.ts'
import type { PresentedCollection } from '../../saves/collections/get-collection.ts'
import type { PresentedPage } from '../../saves/collections/get-collection.ts'
import type { PresentedComment } from '../../comments/present-comment.ts'
import type { FoundComments } from '../../comments/get-comments.ts'
import type { GivenLike } from '../../posts/likes/like-post.ts'
import type { FoundMap } from '../../posts/map/get-map-posts.ts'
import type { PresentedNotification } from '../../notifications/get-notifications.ts'
import type { PresentedNotifications } from '../../notifications/get-notifications.ts'
import type { PresentedPlace } from '../../posts/venues/get-place.ts'
import type { PlaceCommentRow } from '../../comments/get-comments.ts'
import type { PresentedPost } from '../../posts/present-post.ts'
import type { PresentedList } from '../../posts/lists/paging.ts'
import type { GraphqlContext } from './request-context.ts'

type NoArguments = Record<string, never>

type Resolver<Parent, Args, Result> = (parent: Parent, args: Args, context: GraphqlContext) => Result | Promise<Result>

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
    since: Resolver<PresentedAuthor, NoArguments, string>
    posts: Resolver<PresentedAuthor, NoArguments, number>
    likesReceived: Resolver<PresentedAuthor, NoArguments, number>
    followers: Resolver<PresentedAuthor, NoArguments, number>
    following: Resolver<PresentedAuthor, NoArguments, number>
    followed: Resolver<PresentedAuthor, NoArguments, boolean>
    blocked: Resolver<PresentedAuthor, NoArguments, boolean>
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
  }, keyof PresentedCollection>
  CollectionPage: Omit<{
    collection: Resolver<PresentedPage, NoArguments, PresentedCollection>
    entries: Resolver<PresentedPage, NoArguments, Array<(Omit<c.CollectionEntry, 'post'> & { post: PresentedPost | null })>>
    nextCursor: Resolver<PresentedPage, NoArguments, string | null>
  }, keyof PresentedPage>
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
  }, keyof PresentedComment>
  CommentList: Omit<{
    data: Resolver<FoundComments, NoArguments, Array<PresentedComment>>
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
    price: Resolver<PresentedPlace, NoArguments, c.PriceRange | null>
    price_count: Resolver<PresentedPlace, NoArguments, number>
    kinds: Resolver<PresentedPlace, NoArguments, Array<c.KindCount>>
    dishes: Resolver<PresentedPlace, NoArguments, Array<c.PlaceDish>>
    been_count: Resolver<PresentedPlace, NoArguments, number>
    count: Resolver<PresentedPlace, NoArguments, number>
    like: Resolver<PresentedPlace, NoArguments, number>
    photos: Resolver<PresentedPlace, NoArguments, Array<c.PlacePhoto>>
    comments: Resolver<PresentedPlace, NoArguments, Array<PlaceCommentRow>>
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
    areas: Resolver<PresentedPost, NoArguments, Array<c.AreaName>>
    comments: Resolver<PresentedPost, NoArguments, number>
    kind: Resolver<PresentedPost, NoArguments, c.FoodKind | null>
    price: Resolver<PresentedPost, NoArguments, c.PriceRange | null>
    dishes: Resolver<PresentedPost, NoArguments, Array<c.Dish>>
    closed_on: Resolver<PresentedPost, NoArguments, Array<c.ClosedDay>>
    traits: Resolver<PresentedPost, NoArguments, Array<c.PlaceTrait>>
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

/** Every operation, and every field that the rows behind a type do not have. */
export type Resolvers = { [Type in keyof Fields as keyof Fields[Type] extends never ? never : Type]: Fields[Type] } & {
  Query: {
    getReported: Resolver<unknown, NoArguments, Array<c.Reported>>
    getDecisions: Resolver<unknown, NoArguments, Array<c.Decision>>
    getReports: Resolver<unknown, c.QueryGetReportsArgs, c.ReportList>
    findPeople: Resolver<unknown, c.QueryFindPeopleArgs, Array<c.ModeratedPerson>>
    getPersonCard: Resolver<unknown, c.QueryGetPersonCardArgs, c.PersonCard>
    getModerationRecord: Resolver<unknown, c.QueryGetModerationRecordArgs, Array<c.RecordEntry>>
    getModerationRules: Resolver<unknown, NoArguments, c.ModerationRules>
    getRelease: Resolver<unknown, NoArguments, string>
    login: Resolver<unknown, c.QueryLoginArgs, c.User>
    user: Resolver<unknown, c.QueryUserArgs, c.User>
    getPosts: Resolver<unknown, c.QueryGetPostsArgs, PresentedList>
    getPost: Resolver<unknown, c.QueryGetPostArgs, PresentedPost>
    getComments: Resolver<unknown, c.QueryGetCommentsArgs, FoundComments>
    getNotifications: Resolver<unknown, c.QueryGetNotificationsArgs, PresentedNotifications>
    getNotificationSwitches: Resolver<unknown, NoArguments, Array<c.NotificationSwitch>>
    getWeeklyMail: Resolver<unknown, NoArguments, c.WeeklyMail | null>
    getPushKey: Resolver<unknown, NoArguments, string>
    getSearchPosts: Resolver<unknown, c.QueryGetSearchPostsArgs, PresentedList>
    getAuthor: Resolver<unknown, c.QueryGetAuthorArgs, PresentedAuthor>
    getFollowedPosts: Resolver<unknown, c.QueryGetFollowedPostsArgs, PresentedList>
    getPeople: Resolver<unknown, c.QueryGetPeopleArgs, (Omit<c.AuthorList, 'data'> & { data: Array<PresentedAuthor> })>
    getActiveAuthors: Resolver<unknown, c.QueryGetActiveAuthorsArgs, Array<PresentedAuthor>>
    getPlace: Resolver<unknown, c.QueryGetPlaceArgs, PresentedPlace>
    getArea: Resolver<unknown, c.QueryGetAreaArgs, PresentedArea>
    getAreaAt: Resolver<unknown, c.QueryGetAreaAtArgs, c.AreaName | null>
    getWeeklyTop: Resolver<unknown, c.QueryGetWeeklyTopArgs, Array<(Omit<c.WeeklyPost, 'post'> & { post: PresentedPost })>>
    getPopularAreas: Resolver<unknown, NoArguments, Array<c.AreaCount>>
    resolveKeyword: Resolver<unknown, c.QueryResolveKeywordArgs, c.KeywordMeaning>
    getLandmark: Resolver<unknown, c.QueryGetLandmarkArgs, c.NamedLandmark | null>
    getPlacePosts: Resolver<unknown, c.QueryGetPlacePostsArgs, Array<PresentedPost>>
    getPlacePhotos: Resolver<unknown, c.QueryGetPlacePhotosArgs, c.PlacePhotoList>
    getSavedPosts: Resolver<unknown, c.QueryGetSavedPostsArgs, PresentedList>
    getSavedPins: Resolver<unknown, c.QueryGetSavedPinsArgs, Array<c.SavedPin>>
    getSavedCounts: Resolver<unknown, NoArguments, c.SavedCounts>
    getCollection: Resolver<unknown, c.QueryGetCollectionArgs, PresentedPage>
    getCollections: Resolver<unknown, c.QueryGetCollectionsArgs, Array<PresentedCollection>>
    getSearchCollections: Resolver<unknown, c.QueryGetSearchCollectionsArgs, Array<PresentedCollection>>
    getNewPostCount: Resolver<unknown, c.QueryGetNewPostCountArgs, c.CountResult>
    getSessions: Resolver<unknown, NoArguments, Array<c.SessionInfo>>
    getWithdrawalSummary: Resolver<unknown, NoArguments, c.WithdrawalSummary>
    getConsents: Resolver<unknown, NoArguments, Array<c.Consent>>
    getLegalText: Resolver<unknown, c.QueryGetLegalTextArgs, c.LegalText>
    searchPlaces: Resolver<unknown, c.QuerySearchPlacesArgs, Array<c.PlaceResult>>
    geocode: Resolver<unknown, c.QueryGeocodeArgs, c.GeocodeResult | null>
    reverseGeocode: Resolver<unknown, c.QueryReverseGeocodeArgs, c.ReverseGeocodeResult | null>
    getNearestLandmark: Resolver<unknown, c.QueryGetNearestLandmarkArgs, c.Landmark | null>
    getPlaceAttributions: Resolver<unknown, NoArguments, Array<c.PlaceAttribution>>
    getMapSettings: Resolver<unknown, NoArguments, c.MapSettings>
    getMapPosts: Resolver<unknown, c.QueryGetMapPostsArgs, FoundMap>
  }
  Mutation: {
    signup: Resolver<unknown, c.MutationSignupArgs, c.User>
    update: Resolver<unknown, c.MutationUpdateArgs, c.User>
    changePw: Resolver<unknown, c.MutationChangePwArgs, c.CountResult>
    remove: Resolver<unknown, c.MutationRemoveArgs, c.CountResult>
    forgotPw: Resolver<unknown, c.MutationForgotPwArgs, c.ForgotPasswordResult>
    sendRecoveryMail: Resolver<unknown, NoArguments, c.CountResult>
    sendVerificationMail: Resolver<unknown, NoArguments, c.CountResult>
    verifyEmail: Resolver<unknown, c.MutationVerifyEmailArgs, c.CountResult>
    logout: Resolver<unknown, NoArguments, c.CountResult>
    endSession: Resolver<unknown, c.MutationEndSessionArgs, c.CountResult>
    setLocationConsent: Resolver<unknown, c.MutationSetLocationConsentArgs, Array<c.Consent>>
    deletePost: Resolver<unknown, c.MutationDeletePostArgs, c.CountResult>
    addPost: Resolver<unknown, c.MutationAddPostArgs, c.CountResult>
    editPost: Resolver<unknown, c.MutationEditPostArgs, c.CountResult>
    followUser: Resolver<unknown, c.MutationFollowUserArgs, c.CountResult>
    blockUser: Resolver<unknown, c.MutationBlockUserArgs, c.CountResult>
    addComment: Resolver<unknown, c.MutationAddCommentArgs, PresentedComment>
    editComment: Resolver<unknown, c.MutationEditCommentArgs, PresentedComment>
    deleteComment: Resolver<unknown, c.MutationDeleteCommentArgs, c.CountResult>
    readNotifications: Resolver<unknown, c.MutationReadNotificationsArgs, c.CountResult>
    switchNotifications: Resolver<unknown, c.MutationSwitchNotificationsArgs, c.CountResult>
    switchWeeklyMail: Resolver<unknown, c.MutationSwitchWeeklyMailArgs, c.CountResult>
    report: Resolver<unknown, c.MutationReportArgs, c.CountResult>
    takeBackReport: Resolver<unknown, c.MutationTakeBackReportArgs, c.CountResult>
    answerDecision: Resolver<unknown, c.MutationAnswerDecisionArgs, c.CountResult>
    moderate: Resolver<unknown, c.MutationModerateArgs, c.CountResult>
    setModerationRule: Resolver<unknown, c.MutationSetModerationRuleArgs, c.CountResult>
    setSignupMode: Resolver<unknown, c.MutationSetSignupModeArgs, c.CountResult>
    setRole: Resolver<unknown, c.MutationSetRoleArgs, c.CountResult>
    subscribePush: Resolver<unknown, c.MutationSubscribePushArgs, c.CountResult>
    unsubscribePush: Resolver<unknown, c.MutationUnsubscribePushArgs, c.CountResult>
    likePost: Resolver<unknown, c.MutationLikePostArgs, GivenLike>
    savePost: Resolver<unknown, c.MutationSavePostArgs, c.CountResult>
    addCollection: Resolver<unknown, c.MutationAddCollectionArgs, PresentedCollection>
    editCollection: Resolver<unknown, c.MutationEditCollectionArgs, PresentedCollection>
    deleteCollection: Resolver<unknown, c.MutationDeleteCollectionArgs, c.CountResult>
    putInCollection: Resolver<unknown, c.MutationPutInCollectionArgs, c.CountResult>
    takeFromCollection: Resolver<unknown, c.MutationTakeFromCollectionArgs, c.CountResult>
    moveInCollection: Resolver<unknown, c.MutationMoveInCollectionArgs, c.CountResult>
  }
}
