import { FIRST_PLACE_PHOTOS, PLACE_MENU_PHOTOS } from '#rules/places.ts'
import type { Verdict } from '#rules/verdict.ts'
import { shownPostsOfAuthor, shownPostsOfPlace, shownVisitorCount } from '../../platform/database/shown.ts'
import { AppError } from '../../platform/errors.ts'
import { getWithdrawalSummary, removeAccount } from '../accounts/account-data.ts'
import { changePw } from '../accounts/change-pw.ts'
import { getConsents, setLocationConsent } from '../accounts/consents.ts'
import { login } from '../accounts/login.ts'
import { getReturnedMail, retryMail } from '../accounts/mails/returned-mails.ts'
import { getWeeklyMail, switchWeeklyMail } from '../accounts/mails/weekly-mail.ts'
import { addPasskey, beginPasskey } from '../accounts/passkeys/add-passkey.ts'
import { beginPasskeyProof } from '../accounts/passkeys/confirm-owner.ts'
import { beginPasskeyLogin, loginByPasskey } from '../accounts/passkeys/login-by-passkey.ts'
import { getPasskeys, removePasskey, renamePasskey } from '../accounts/passkeys/own-passkeys.ts'
import { beginProviderLink, beginProviderLogin } from '../accounts/providers/begin-login.ts'
import { linkPendingLogin } from '../accounts/providers/link-identity.ts'
import { getLinkedLogins, unlinkLogin } from '../accounts/providers/linked-logins.ts'
import { getPendingLogin } from '../accounts/providers/pending-login.ts'
import { forgotPw, sendRecoveryMail } from '../accounts/recovery/forgot-pw.ts'
import { endSession, getSessions, logout } from '../accounts/sessions/own-sessions.ts'
import { setTastes } from '../accounts/set-tastes.ts'
import { signup } from '../accounts/signup.ts'
import { loginByCode } from '../accounts/two-step/login-by-code.ts'
import { endTwoStep, getTwoStep, renewRecoveryCodes } from '../accounts/two-step/own-two-step.ts'
import { beginTwoStep, confirmTwoStep } from '../accounts/two-step/set-up.ts'
import { getUser, updateUser } from '../accounts/user.ts'
import { sendVerificationMail, verifyEmail } from '../accounts/verify-email.ts'
import { blockUser, followUser } from '../authors/follow-and-block.ts'
import { getActiveAuthors, getAuthor, getPeople } from '../authors/get-authors.ts'
import type { AuthorNumbers, PresentedAuthor } from '../authors/present-author.ts'
import { switchTasteMatching } from '../authors/taste-matches.ts'
import { getComments, getPlaceComments, loadTastyCommentAuthors } from '../comments/get-comments.ts'
import { getReplies } from '../comments/get-replies.ts'
import { addComment, deleteComment, editComment } from '../comments/write-comment.ts'
import { answerDecision, getDecisions } from '../enforcement/decisions.ts'
import { getFigures } from '../figures/get-figures.ts'
import { keepImported } from '../imports/keep-imported.ts'
import { dropPlaceImport, getImportedRows, getPlaceImport } from '../imports/member-imports.ts'
import { addInvitation, getInvitations, revokeInvitation } from '../invitations/invitations.ts'
import { getLegalText } from '../legal/legal-texts.ts'
import { getSiteLook, previewSiteLook, setSiteLook, setSitePage } from '../look/set-look.ts'
import {
  correctEmail,
  dropErasure,
  endMemberSessions,
  eraseMember,
  exportMember,
} from '../moderation/act-for-member.ts'
import { getModerationRecord, getRelease, getReports } from '../moderation/get-reports.ts'
import { findPeople, getPersonCard, setRole } from '../moderation/members.ts'
import { moderate } from '../moderation/moderate.ts'
import { getLimits, getModerationRules, setModerationRule, setSignupMode } from '../moderation/moderation-rules.ts'
import { getReported, reportItem, takeBackReport } from '../moderation/report.ts'
import { countUnreadNotifications, getNotifications, readNotifications } from '../notifications/get-notifications.ts'
import { getNotificationSwitches, switchNotifications } from '../notifications/switch-notifications.ts'
import { geocode, reverseGeocode } from '../places/geocode.ts'
import { getLandmark, getNearestLandmark } from '../places/get-landmark.ts'
import { getMapSettings, getPlaceAttributions } from '../places/get-map-settings.ts'
import { searchPlaces } from '../places/search-places.ts'
import { decideShop, getToldShops, tellShop } from '../places/shops/shop-reports.ts'
import { getWeeklyTop } from '../posts/areas/find-area-posts.ts'
import { getArea, getAreaAt, getPopularAreas } from '../posts/areas/get-area.ts'
import { getPost } from '../posts/get-post.ts'
import { likePost } from '../posts/likes/like-post.ts'
import { getFollowedPosts } from '../posts/lists/get-followed-posts.ts'
import { getPlacePosts } from '../posts/lists/get-place-posts.ts'
import { getNewPostCount, getPosts } from '../posts/lists/get-posts.ts'
import { pageCount } from '../posts/lists/list-counts.ts'
import { getMapPosts, loadMapCards } from '../posts/map/get-map-posts.ts'
import { getMapShops, getNearShops } from '../posts/map/get-shops.ts'
import { loadLikeUsers } from '../posts/post-loaders.ts'
import type { Place, PresentedPost } from '../posts/present-post.ts'
import { getSearchPosts } from '../posts/search/get-search-posts.ts'
import { getSearchShops } from '../posts/search/get-search-shops.ts'
import { resolveKeyword } from '../posts/search/resolve-keyword.ts'
import { getPlace, getPlacePhotos, loadPlaceMenus, loadPlacePhotos } from '../posts/venues/get-place.ts'
import { getPlaceHours, tellHours } from '../posts/venues/place-hours.ts'
import { addPost, deletePost, editPost } from '../posts/writing/write-post.ts'
import { getPushKey, subscribePush, unsubscribePush } from '../push/subscriptions.ts'
import { moveInCollection, putInCollection, takeFromCollection } from '../saves/collections/change-entries.ts'
import { getCollection, getCollections, getSearchCollections } from '../saves/collections/get-collection.ts'
import { leavePlan, setHeart, setPlan } from '../saves/collections/plan.ts'
import { addCollection, deleteCollection, editCollection } from '../saves/collections/write-collection.ts'
import { getSavedCounts, getSavedPins, getSavedPosts } from '../saves/get-saved-posts.ts'
import { savePlace, savePost } from '../saves/save-place.ts'
import { getVisits, setVisits } from '../saves/visits.ts'
import { shareFactsOfArea, shareFactsOfCollection, shareFactsOfPost, shareImagePath } from '../share/share-image.ts'
import { addWebhook, getWebhooks, removeWebhook } from '../webhooks/webhooks.ts'
import type { GraphqlContext } from './request-context.ts'
import type { Resolvers } from './resolvers.gen.ts'

async function knownAuthors({ loaders }: GraphqlContext, ids: readonly number[]): Promise<PresentedAuthor[]> {
  const authors = await Promise.all(ids.map((id) => loaders.authors.load(id)))
  return authors.filter((author) => author !== null)
}

const placeOf = async ({ id, place }: PresentedPost, { loaders }: GraphqlContext): Promise<Place> =>
  place ?? loaders.places.load(id)

/** The verdict of a post's place. */
async function verdictOf(post: PresentedPost, context: GraphqlContext): Promise<Verdict | null> {
  const { id } = await placeOf(post, context)
  if (id === null) return null
  context.shown.add(shownVisitorCount(id))
  return context.loaders.verdicts.load(id)
}

const onlyImage = ({ image, image_info: info }: PresentedPost) => (image === null ? [] : [{ url: image, info }])

function numbersOf({ accountId, handle }: PresentedAuthor, { loaders, shown }: GraphqlContext): Promise<AuthorNumbers> {
  shown.add(shownPostsOfAuthor(handle))
  return loaders.authorNumbers.load(accountId)
}

/** Functions behind the fields of the schema; every other field is a property of what its parent returns. */
export const resolvers: Resolvers = {
  Query: {
    login,
    beginPasskeyLogin,
    beginPasskeyProof,
    getPasskeys,
    getLinkedLogins,
    getPendingLogin,
    getTwoStep,
    user: getUser,
    getPosts,
    getPost,
    getComments,
    getReplies,
    getNotifications,
    getNotificationSwitches,
    getWeeklyMail,
    getReturnedMail,
    getPushKey,
    getSearchPosts,
    getAuthor,
    getFollowedPosts,
    getPeople,
    getActiveAuthors,
    getPlace,
    getArea,
    getAreaAt,
    getWeeklyTop,
    getPopularAreas,
    resolveKeyword,
    getLandmark,
    getPlacePosts,
    getPlacePhotos,
    getNewPostCount,
    getSessions,
    getWithdrawalSummary,
    getConsents,
    getLegalText,
    searchPlaces,
    geocode,
    reverseGeocode,
    getNearestLandmark,
    getPlaceAttributions,
    getMapSettings,
    getMapPosts,
    getMapShops,
    getNearShops,
    getSearchShops,
    getToldShops,
    getSavedPosts,
    getSavedPins,
    getSavedCounts,
    getVisits,
    getPlaceImport,
    getImportedRows,
    getCollection,
    getCollections,
    getSearchCollections,
    getDecisions,
    getReported,
    getReports,
    findPeople,
    getPersonCard,
    getModerationRecord,
    getModerationRules,
    getFigures,
    getWebhooks,
    getLimits,
    getInvitations,
    getSiteLook,
    previewSiteLook,
    getRelease,
  },
  Mutation: {
    signup,
    update: updateUser,
    changePw,
    loginByPasskey,
    loginByCode,
    beginTwoStep,
    confirmTwoStep,
    renewRecoveryCodes,
    endTwoStep,
    beginPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    beginProviderLogin,
    beginProviderLink,
    linkPendingLogin,
    unlinkLogin,
    remove: removeAccount,
    forgotPw,
    sendRecoveryMail,
    logout,
    endSession,
    setLocationConsent,
    addPost,
    sendVerificationMail,
    verifyEmail,
    retryMail,
    editPost,
    deletePost,
    followUser,
    blockUser,
    likePost,
    savePost,
    savePlace,
    setVisits,
    addCollection,
    editCollection,
    deleteCollection,
    putInCollection,
    takeFromCollection,
    moveInCollection,
    setPlan,
    setHeart,
    leavePlan,
    keepImported,
    dropPlaceImport,
    addComment,
    editComment,
    deleteComment,
    report: reportItem,
    takeBackReport,
    tellShop,
    tellHours,
    decideShop,
    answerDecision,
    moderate,
    setModerationRule,
    setSignupMode,
    setSiteLook,
    setSitePage,
    correctEmail,
    endMemberSessions,
    exportMember,
    eraseMember,
    dropErasure,
    addWebhook,
    removeWebhook,
    addInvitation,
    revokeInvitation,
    setRole,
    readNotifications,
    switchNotifications,
    switchTasteMatching,
    setTastes,
    switchWeeklyMail,
    subscribePush,
    unsubscribePush,
  },
  Post: {
    images: (post, _, { loaders }) => (post.image_count > 1 ? loaders.images.load(post.id) : onlyImage(post)),
    share_image: async (post, _, context) => shareImagePath(shareFactsOfPost(post, await verdictOf(post, context))),
    verdict: (post, _, context) => verdictOf(post, context),
    likeUsers: ({ id }, _, { loaders }) => loaders.likeUsers.load(id),
    liked: ({ id }, _, { loaders }) => loaders.liked.load(id),
    wanted: async ({ id }, _, { loaders }) => (await loaders.saved.load(id)).includes('want'),
    been: async ({ id }, _, { loaders }) => (await loaders.saved.load(id)).includes('been'),
    place_id: async (post, _, context) => {
      const { id } = await placeOf(post, context)
      // A place may get another id when its posts change.
      if (id) context.shown.add(shownPostsOfPlace(id))
      return id
    },
    been_count: async (post, _, context) => {
      const { id, been } = await placeOf(post, context)
      if (id) context.shown.add(shownVisitorCount(id))
      return been ?? (id ? context.loaders.beenCounts.load(id) : 0)
    },
    areas: async (post, _, context) => (await placeOf(post, context)).areas,
    comments: ({ id, commentCount }, _, { loaders, session }) =>
      session?.bypassesSharedCache
        ? loaders.hiddenCommentCounts.load(id).then((hidden) => commentCount - hidden)
        : commentCount,
    hiddenBecause: ({ id }, _, { loaders }) => loaders.reasons.load({ kind: 'post', id }),
  },
  PostList: {
    pageCount: async ({ count }) => pageCount(await count()),
    meaning: async ({ findMeaning }) => (await findMeaning?.()) ?? null,
  },
  MapPosts: {
    data: (map, _, context) => loadMapCards(context, map),
  },
  Place: {
    photos: ({ id }, _, context) => loadPlacePhotos(context, id, FIRST_PLACE_PHOTOS),
    menus: ({ id }, _, context) => loadPlaceMenus(context, id, PLACE_MENU_PHOTOS),
    comments: ({ id }, _, context) => getPlaceComments(context, id),
    been_count: ({ id }, _, { loaders, shown }) => {
      shown.add(shownVisitorCount(id))
      return loaders.beenCounts.load(id)
    },
    verdict: ({ id }, _, { loaders, shown }) => {
      shown.add(shownVisitorCount(id))
      return loaders.verdicts.load(id)
    },
    hours: ({ id }, _, context) => getPlaceHours(context, id),
  },
  Author: {
    posts: ({ accountId, handle }, _, { loaders, shown }) => {
      shown.add(shownPostsOfAuthor(handle))
      return loaders.postCounts.load(accountId)
    },
    likesReceived: async (author, _, context) => (await numbersOf(author, context)).likesReceived,
    followers: async (author, _, context) => (await numbersOf(author, context)).followers,
    following: async (author, _, context) => (await numbersOf(author, context)).following,
    followed: async ({ accountId }, _, { loaders }) => (await loaders.authorStates.load(accountId)).followed,
    pins: ({ accountId, handle }, _, { loaders, shown }) => {
      shown.add(shownPostsOfAuthor(handle))
      return loaders.authorPins.load(accountId)
    },
    blocked: async ({ accountId }, _, { loaders }) => (await loaders.authorStates.load(accountId)).blocked,
    alike: async ({ accountId }, _, { loaders }) => (await loaders.authorStates.load(accountId)).alike,
  },
  Area: { share_image: (area) => shareImagePath(shareFactsOfArea(area)) },
  Collection: {
    share_image: (collection) => shareImagePath(shareFactsOfCollection(collection)),
    owner: ({ accountId }, _, context) => loadAuthor(context, accountId),
    hiddenBecause: ({ id }, _, { loaders }) => loaders.reasons.load({ kind: 'collection', id }),
  },
  CollectionPage: {
    chosenBy: ({ chooserIds }, _, context) => knownAuthors(context, chooserIds),
  },
  Comment: {
    hiddenBecause: ({ id }, _, { loaders }) => loaders.reasons.load({ kind: 'comment', id }),
    mentions: ({ id, text }, _, { loaders }) => (text.includes('@') ? loaders.mentions.load(id) : []),
  },
  CommentList: {
    tastyAuthors: ({ postId, tastyCount }, _, context) =>
      tastyCount === 0 ? [] : loadTastyCommentAuthors(context, postId),
  },
  Notification: {
    actors: async ({ actorIds }, _, context) => knownAuthors(context, actorIds),
  },
  NotificationList: {
    unread: ({ accountId }, _, { db }) => countUnreadNotifications(db, accountId),
  },
  LikeResult: {
    likeUsers: async ({ postId }, _, context) => (await loadLikeUsers(context, [postId]))[0] ?? [],
  },
}

async function loadAuthor({ loaders }: GraphqlContext, accountId: number): Promise<PresentedAuthor> {
  const author = await loaders.authors.load(accountId)
  if (!author) throw new AppError('UNAVAILABLE')
  return author
}
