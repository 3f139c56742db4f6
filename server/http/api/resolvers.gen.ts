// Written by `npm run generate` from contract/schema.graphql and the documents in web/. Do not edit.
import type { GraphQLResolveInfo } from 'graphql';
import type { PresentedArea } from '../../posts/areas/get-area.ts';
import type { PresentedCollection } from '../../saves/collections/load-collections.ts';
import type { PresentedPage } from '../../saves/collections/get-collection.ts';
import type { PresentedComment } from '../../comments/present-comment.ts';
import type { FoundComments, PlaceCommentRow } from '../../comments/get-comments.ts';
import type { PresentedPost } from '../../posts/present-post.ts';
import type { PresentedPlace } from '../../posts/venues/get-place.ts';
import type { PresentedList } from '../../posts/lists/present-list.ts';
import type { FoundMap } from '../../posts/map/get-map-posts.ts';
import type { PresentedAuthor } from '../../authors/present-author.ts';
import type { PresentedNotification, PresentedNotifications } from '../../notifications/get-notifications.ts';
import type { GivenLike } from '../../posts/likes/like-post.ts';
import type { GraphqlContext } from './request-context.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
import type * as c from '#contract/schema.gen.ts'


export type ResolverTypeWrapper<T> = Promise<T> | T;

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => c.Maybe<TTypes> | Promise<c.Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  User: ResolverTypeWrapper<c.User>;
  String: ResolverTypeWrapper<c.Scalars['String']['output']>;
  Int: ResolverTypeWrapper<c.Scalars['Int']['output']>;
  Boolean: ResolverTypeWrapper<c.Scalars['Boolean']['output']>;
  ConsentInput: c.ConsentInput;
  Consent: ResolverTypeWrapper<c.Consent>;
  LegalText: ResolverTypeWrapper<c.LegalText>;
  SessionInfo: ResolverTypeWrapper<c.SessionInfo>;
  ID: ResolverTypeWrapper<c.Scalars['ID']['output']>;
  WithdrawalSummary: ResolverTypeWrapper<c.WithdrawalSummary>;
  ImageInfo: ResolverTypeWrapper<c.ImageInfo>;
  Post: ResolverTypeWrapper<PresentedPost>;
  Float: ResolverTypeWrapper<c.Scalars['Float']['output']>;
  FoodKind: c.FoodKind;
  PriceRange: c.PriceRange;
  ClosedDay: c.ClosedDay;
  PlaceTrait: c.PlaceTrait;
  Dish: ResolverTypeWrapper<c.Dish>;
  DishInput: c.DishInput;
  PostImage: ResolverTypeWrapper<c.PostImage>;
  Comment: ResolverTypeWrapper<PresentedComment>;
  CommentList: ResolverTypeWrapper<FoundComments>;
  NotificationKind: c.NotificationKind;
  Notification: ResolverTypeWrapper<PresentedNotification>;
  NotificationList: ResolverTypeWrapper<PresentedNotifications>;
  NotificationSwitch: ResolverTypeWrapper<c.NotificationSwitch>;
  WeeklyMail: ResolverTypeWrapper<c.WeeklyMail>;
  PostList: ResolverTypeWrapper<PresentedList>;
  SaveList: c.SaveList;
  GoneEntry: ResolverTypeWrapper<c.GoneEntry>;
  SavedPin: ResolverTypeWrapper<c.SavedPin>;
  Visibility: c.Visibility;
  Collection: ResolverTypeWrapper<PresentedCollection>;
  CollectionEntry: ResolverTypeWrapper<Omit<c.CollectionEntry, 'post'> & { post?: c.Maybe<ResolversTypes['Post']> }>;
  CollectionPage: ResolverTypeWrapper<PresentedPage>;
  SavedCounts: ResolverTypeWrapper<c.SavedCounts>;
  AreaName: ResolverTypeWrapper<c.AreaName>;
  AreaCount: ResolverTypeWrapper<c.AreaCount>;
  WeeklyPost: ResolverTypeWrapper<Omit<c.WeeklyPost, 'post'> & { post: ResolversTypes['Post'] }>;
  Box: ResolverTypeWrapper<c.Box>;
  Area: ResolverTypeWrapper<PresentedArea>;
  PlacePhoto: ResolverTypeWrapper<c.PlacePhoto>;
  Place: ResolverTypeWrapper<PresentedPlace>;
  PlacePhotoList: ResolverTypeWrapper<c.PlacePhotoList>;
  KindCount: ResolverTypeWrapper<c.KindCount>;
  PlaceDish: ResolverTypeWrapper<c.PlaceDish>;
  PlaceComment: ResolverTypeWrapper<PlaceCommentRow>;
  Author: ResolverTypeWrapper<PresentedAuthor>;
  PeopleList: c.PeopleList;
  AuthorList: ResolverTypeWrapper<Omit<c.AuthorList, 'data'> & { data: Array<ResolversTypes['Author']> }>;
  LikeResult: ResolverTypeWrapper<GivenLike>;
  CountResult: ResolverTypeWrapper<c.CountResult>;
  ForgotPasswordResult: ResolverTypeWrapper<c.ForgotPasswordResult>;
  Position: ResolverTypeWrapper<c.Position>;
  Precision: c.Precision;
  PlaceResult: ResolverTypeWrapper<c.PlaceResult>;
  GeocodeResult: ResolverTypeWrapper<c.GeocodeResult>;
  ReverseGeocodeResult: ResolverTypeWrapper<c.ReverseGeocodeResult>;
  Landmark: ResolverTypeWrapper<c.Landmark>;
  LandmarkKind: c.LandmarkKind;
  NamedLandmark: ResolverTypeWrapper<c.NamedLandmark>;
  NamedArea: ResolverTypeWrapper<c.NamedArea>;
  KeywordKind: c.KeywordKind;
  KeywordMeaning: ResolverTypeWrapper<c.KeywordMeaning>;
  PostsInstead: ResolverTypeWrapper<c.PostsInstead>;
  PlaceAttribution: ResolverTypeWrapper<c.PlaceAttribution>;
  MapSettings: ResolverTypeWrapper<c.MapSettings>;
  MapCluster: ResolverTypeWrapper<c.MapCluster>;
  MapPosts: ResolverTypeWrapper<FoundMap>;
  ModeratedKind: c.ModeratedKind;
  ModerationAction: c.ModerationAction;
  ModerationRuleKind: c.ModerationRuleKind;
  SignupMode: c.SignupMode;
  Role: c.Role;
  Report: ResolverTypeWrapper<c.Report>;
  ReportedItem: ResolverTypeWrapper<c.ReportedItem>;
  ReportList: ResolverTypeWrapper<c.ReportList>;
  Decision: ResolverTypeWrapper<c.Decision>;
  ModeratedPerson: ResolverTypeWrapper<c.ModeratedPerson>;
  PersonSession: ResolverTypeWrapper<c.PersonSession>;
  PersonPost: ResolverTypeWrapper<c.PersonPost>;
  PersonCard: ResolverTypeWrapper<c.PersonCard>;
  RecordEntry: ResolverTypeWrapper<c.RecordEntry>;
  ModerationRules: ResolverTypeWrapper<c.ModerationRules>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  User: c.User;
  String: c.Scalars['String']['output'];
  Int: c.Scalars['Int']['output'];
  Boolean: c.Scalars['Boolean']['output'];
  ConsentInput: c.ConsentInput;
  Consent: c.Consent;
  LegalText: c.LegalText;
  SessionInfo: c.SessionInfo;
  ID: c.Scalars['ID']['output'];
  WithdrawalSummary: c.WithdrawalSummary;
  ImageInfo: c.ImageInfo;
  Post: PresentedPost;
  Float: c.Scalars['Float']['output'];
  Dish: c.Dish;
  DishInput: c.DishInput;
  PostImage: c.PostImage;
  Comment: PresentedComment;
  CommentList: FoundComments;
  Notification: PresentedNotification;
  NotificationList: PresentedNotifications;
  NotificationSwitch: c.NotificationSwitch;
  WeeklyMail: c.WeeklyMail;
  PostList: PresentedList;
  GoneEntry: c.GoneEntry;
  SavedPin: c.SavedPin;
  Collection: PresentedCollection;
  CollectionEntry: Omit<c.CollectionEntry, 'post'> & { post?: c.Maybe<ResolversParentTypes['Post']> };
  CollectionPage: PresentedPage;
  SavedCounts: c.SavedCounts;
  AreaName: c.AreaName;
  AreaCount: c.AreaCount;
  WeeklyPost: Omit<c.WeeklyPost, 'post'> & { post: ResolversParentTypes['Post'] };
  Box: c.Box;
  Area: PresentedArea;
  PlacePhoto: c.PlacePhoto;
  Place: PresentedPlace;
  PlacePhotoList: c.PlacePhotoList;
  KindCount: c.KindCount;
  PlaceDish: c.PlaceDish;
  PlaceComment: PlaceCommentRow;
  Author: PresentedAuthor;
  AuthorList: Omit<c.AuthorList, 'data'> & { data: Array<ResolversParentTypes['Author']> };
  LikeResult: GivenLike;
  CountResult: c.CountResult;
  ForgotPasswordResult: c.ForgotPasswordResult;
  Position: c.Position;
  PlaceResult: c.PlaceResult;
  GeocodeResult: c.GeocodeResult;
  ReverseGeocodeResult: c.ReverseGeocodeResult;
  Landmark: c.Landmark;
  NamedLandmark: c.NamedLandmark;
  NamedArea: c.NamedArea;
  KeywordMeaning: c.KeywordMeaning;
  PostsInstead: c.PostsInstead;
  PlaceAttribution: c.PlaceAttribution;
  MapSettings: c.MapSettings;
  MapCluster: c.MapCluster;
  MapPosts: FoundMap;
  Report: c.Report;
  ReportedItem: c.ReportedItem;
  ReportList: c.ReportList;
  Decision: c.Decision;
  ModeratedPerson: c.ModeratedPerson;
  PersonSession: c.PersonSession;
  PersonPost: c.PersonPost;
  PersonCard: c.PersonCard;
  RecordEntry: c.RecordEntry;
  ModerationRules: c.ModerationRules;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
};

export type UserResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  image?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  jwt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  questionIndex?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  questionAnswer?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  about?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  restricted?: Resolver<c.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
};

export type ConsentResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Consent'] = ResolversParentTypes['Consent']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  agreedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  withdrawnAt?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LegalTextResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['LegalText'] = ResolversParentTypes['LegalText']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  html?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SessionInfoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SessionInfo'] = ResolversParentTypes['SessionInfo']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  device?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastUsedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  autoLogin?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  current?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WithdrawalSummaryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WithdrawalSummary'] = ResolversParentTypes['WithdrawalSummary']> = {
  posts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  comments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  likes?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  images?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ImageInfoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ImageInfo'] = ResolversParentTypes['ImageInfo']> = {
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  height?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  placeholder?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PostResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Post'] = ResolversParentTypes['Post']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  contents?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image_info?: Resolver<c.Maybe<ResolversTypes['ImageInfo']>, ParentType, ContextType>;
  images?: Resolver<Array<ResolversTypes['PostImage']>, ParentType, ContextType>;
  image_count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  address?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  place_name?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lat?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lng?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  start_time?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  end_time?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user_profile?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  user_id?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  like?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  likeUsers?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  liked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  wanted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  been?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  place_id?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  been_count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  areas?: Resolver<Array<ResolversTypes['AreaName']>, ParentType, ContextType>;
  comments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kind?: Resolver<c.Maybe<ResolversTypes['FoodKind']>, ParentType, ContextType>;
  price?: Resolver<c.Maybe<ResolversTypes['PriceRange']>, ParentType, ContextType>;
  dishes?: Resolver<Array<ResolversTypes['Dish']>, ParentType, ContextType>;
  closed_on?: Resolver<Array<ResolversTypes['ClosedDay']>, ParentType, ContextType>;
  traits?: Resolver<Array<ResolversTypes['PlaceTrait']>, ParentType, ContextType>;
  hiddenBecause?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  share_image?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DishResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Dish'] = ResolversParentTypes['Dish']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  price?: Resolver<c.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
};

export type PostImageResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PostImage'] = ResolversParentTypes['PostImage']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  info?: Resolver<c.Maybe<ResolversTypes['ImageInfo']>, ParentType, ContextType>;
};

export type CommentResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Comment'] = ResolversParentTypes['Comment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  post?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  tasty?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  image?: Resolver<c.Maybe<ResolversTypes['PostImage']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  edited?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  author?: Resolver<ResolversTypes['Author'], ParentType, ContextType>;
  mine?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  removable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hiddenBecause?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CommentListResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CommentList'] = ResolversParentTypes['CommentList']> = {
  data?: Resolver<Array<ResolversTypes['Comment']>, ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tastyCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tastyAuthors?: Resolver<Array<ResolversTypes['Author']>, ParentType, ContextType>;
};

export type NotificationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Notification'] = ResolversParentTypes['Notification']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['NotificationKind'], ParentType, ContextType>;
  actors?: Resolver<Array<ResolversTypes['Author']>, ParentType, ContextType>;
  actorCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  post?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  title?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  image?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  comment?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  text?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  read?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type NotificationListResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationList'] = ResolversParentTypes['NotificationList']> = {
  data?: Resolver<Array<ResolversTypes['Notification']>, ParentType, ContextType>;
  unread?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type NotificationSwitchResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NotificationSwitch'] = ResolversParentTypes['NotificationSwitch']> = {
  kind?: Resolver<ResolversTypes['NotificationKind'], ParentType, ContextType>;
  on?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WeeklyMailResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WeeklyMail'] = ResolversParentTypes['WeeklyMail']> = {
  on?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  area?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PostListResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PostList'] = ResolversParentTypes['PostList']> = {
  data?: Resolver<Array<ResolversTypes['Post']>, ParentType, ContextType>;
  pageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  startCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  meaning?: Resolver<c.Maybe<ResolversTypes['KeywordMeaning']>, ParentType, ContextType>;
  instead?: Resolver<c.Maybe<ResolversTypes['PostsInstead']>, ParentType, ContextType>;
  from?: Resolver<c.Maybe<ResolversTypes['Position']>, ParentType, ContextType>;
  searched?: Resolver<c.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  gone?: Resolver<c.Maybe<Array<ResolversTypes['GoneEntry']>>, ParentType, ContextType>;
};

export type GoneEntryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['GoneEntry'] = ResolversParentTypes['GoneEntry']> = {
  post?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lat?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lng?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  place_id?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SavedPinResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SavedPin'] = ResolversParentTypes['SavedPin']> = {
  post?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lat?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lng?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type CollectionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Collection'] = ResolversParentTypes['Collection']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  about?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  visibility?: Resolver<ResolversTypes['Visibility'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['Author'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  cover?: Resolver<c.Maybe<ResolversTypes['PostImage']>, ParentType, ContextType>;
  covers?: Resolver<Array<ResolversTypes['PostImage']>, ParentType, ContextType>;
  has?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  mine?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hiddenBecause?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  share_image?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CollectionEntryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CollectionEntry'] = ResolversParentTypes['CollectionEntry']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  post?: Resolver<c.Maybe<ResolversTypes['Post']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  note?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lat?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lng?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  place_id?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type CollectionPageResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CollectionPage'] = ResolversParentTypes['CollectionPage']> = {
  collection?: Resolver<ResolversTypes['Collection'], ParentType, ContextType>;
  entries?: Resolver<Array<ResolversTypes['CollectionEntry']>, ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type SavedCountsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['SavedCounts'] = ResolversParentTypes['SavedCounts']> = {
  want?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wantOpen?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  been?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  liked?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  written?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AreaNameResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AreaName'] = ResolversParentTypes['AreaName']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type AreaCountResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AreaCount'] = ResolversParentTypes['AreaCount']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WeeklyPostResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WeeklyPost'] = ResolversParentTypes['WeeklyPost']> = {
  post?: Resolver<ResolversTypes['Post'], ParentType, ContextType>;
  people?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type BoxResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Box'] = ResolversParentTypes['Box']> = {
  south?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  west?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  north?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  east?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type AreaResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Area'] = ResolversParentTypes['Area']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  around?: Resolver<Array<ResolversTypes['AreaName']>, ParentType, ContextType>;
  parts?: Resolver<Array<ResolversTypes['AreaCount']>, ParentType, ContextType>;
  names?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lat?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lng?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  box?: Resolver<c.Maybe<ResolversTypes['Box']>, ParentType, ContextType>;
  share_image?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PlacePhotoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlacePhoto'] = ResolversParentTypes['PlacePhoto']> = {
  post?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image_info?: Resolver<c.Maybe<ResolversTypes['ImageInfo']>, ParentType, ContextType>;
};

export type PlaceResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Place'] = ResolversParentTypes['Place']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  lat?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  lng?: Resolver<c.Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  areas?: Resolver<Array<ResolversTypes['AreaName']>, ParentType, ContextType>;
  start_time?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  end_time?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hours_count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  closed_on?: Resolver<Array<ResolversTypes['ClosedDay']>, ParentType, ContextType>;
  price?: Resolver<c.Maybe<ResolversTypes['PriceRange']>, ParentType, ContextType>;
  price_count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  kinds?: Resolver<Array<ResolversTypes['KindCount']>, ParentType, ContextType>;
  dishes?: Resolver<Array<ResolversTypes['PlaceDish']>, ParentType, ContextType>;
  been_count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  like?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  photos?: Resolver<Array<ResolversTypes['PlacePhoto']>, ParentType, ContextType>;
  comments?: Resolver<Array<ResolversTypes['PlaceComment']>, ParentType, ContextType>;
};

export type PlacePhotoListResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlacePhotoList'] = ResolversParentTypes['PlacePhotoList']> = {
  data?: Resolver<Array<ResolversTypes['PlacePhoto']>, ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type KindCountResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['KindCount'] = ResolversParentTypes['KindCount']> = {
  kind?: Resolver<ResolversTypes['FoodKind'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PlaceDishResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlaceDish'] = ResolversParentTypes['PlaceDish']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  price?: Resolver<c.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PlaceCommentResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlaceComment'] = ResolversParentTypes['PlaceComment']> = {
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  comment?: Resolver<ResolversTypes['Comment'], ParentType, ContextType>;
};

export type AuthorResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Author'] = ResolversParentTypes['Author']> = {
  handle?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  about?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  posts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  likesReceived?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  followers?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  following?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  followed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  blocked?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  pins?: Resolver<Array<ResolversTypes['SavedPin']>, ParentType, ContextType>;
};

export type AuthorListResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuthorList'] = ResolversParentTypes['AuthorList']> = {
  data?: Resolver<Array<ResolversTypes['Author']>, ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type LikeResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['LikeResult'] = ResolversParentTypes['LikeResult']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  likeUsers?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CountResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['CountResult'] = ResolversParentTypes['CountResult']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ForgotPasswordResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ForgotPasswordResult'] = ResolversParentTypes['ForgotPasswordResult']> = {
  password?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PositionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Position'] = ResolversParentTypes['Position']> = {
  lat?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lng?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type PlaceResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlaceResult'] = ResolversParentTypes['PlaceResult']> = {
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  place_name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  address_name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  category?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  precision?: Resolver<c.Maybe<ResolversTypes['Precision']>, ParentType, ContextType>;
  rate?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  distance?: Resolver<c.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GeocodeResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['GeocodeResult'] = ResolversParentTypes['GeocodeResult']> = {
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  address_name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  precision?: Resolver<ResolversTypes['Precision'], ParentType, ContextType>;
  precision_label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  radius?: Resolver<c.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  road?: Resolver<Array<ResolversTypes['Position']>, ParentType, ContextType>;
};

export type ReverseGeocodeResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ReverseGeocodeResult'] = ResolversParentTypes['ReverseGeocodeResult']> = {
  address_name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  road_address?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  province?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  district?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  dong?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  exact?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  precision?: Resolver<ResolversTypes['Precision'], ParentType, ContextType>;
  precision_label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type LandmarkResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Landmark'] = ResolversParentTypes['Landmark']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  distance?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type NamedLandmarkResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NamedLandmark'] = ResolversParentTypes['NamedLandmark']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['LandmarkKind'], ParentType, ContextType>;
  area?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  named?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type NamedAreaResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['NamedArea'] = ResolversParentTypes['NamedArea']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Position'], ParentType, ContextType>;
  precision?: Resolver<ResolversTypes['Precision'], ParentType, ContextType>;
  named?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type KeywordMeaningResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['KeywordMeaning'] = ResolversParentTypes['KeywordMeaning']> = {
  kind?: Resolver<ResolversTypes['KeywordKind'], ParentType, ContextType>;
  correction?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  areas?: Resolver<Array<ResolversTypes['NamedArea']>, ParentType, ContextType>;
  landmarks?: Resolver<Array<ResolversTypes['NamedLandmark']>, ParentType, ContextType>;
  dishes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  suggestions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PostsInsteadResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PostsInstead'] = ResolversParentTypes['PostsInstead']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isArea?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type PlaceAttributionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PlaceAttribution'] = ResolversParentTypes['PlaceAttribution']> = {
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MapSettingsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['MapSettings'] = ResolversParentTypes['MapSettings']> = {
  kakao_key?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kakao_url?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tiles_url?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pmtiles_url?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MapClusterResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['MapCluster'] = ResolversParentTypes['MapCluster']> = {
  lat?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  lng?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  south?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  west?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  north?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  east?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  id?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  title?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<c.Maybe<ResolversTypes['FoodKind']>, ParentType, ContextType>;
  image?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  area?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MapPostsResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['MapPosts'] = ResolversParentTypes['MapPosts']> = {
  clusters?: Resolver<Array<ResolversTypes['MapCluster']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  estimated?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  data?: Resolver<Array<ResolversTypes['Post']>, ParentType, ContextType>;
};

export type ReportResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Report'] = ResolversParentTypes['Report']> = {
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  isNew?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ReportedItemResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ReportedItem'] = ResolversParentTypes['ReportedItem']> = {
  kind?: Resolver<ResolversTypes['ModeratedKind'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  image?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  post?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  authorName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  authorHandle?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  gone?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  held?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reporters?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  networks?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reports?: Resolver<Array<ResolversTypes['Report']>, ParentType, ContextType>;
  answer?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  decision?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ReportListResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ReportList'] = ResolversParentTypes['ReportList']> = {
  data?: Resolver<Array<ResolversTypes['ReportedItem']>, ParentType, ContextType>;
  nextCursor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DecisionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Decision'] = ResolversParentTypes['Decision']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ModeratedKind'], ParentType, ContextType>;
  item?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  until?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  at?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  undone?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  answer?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  answerable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type ModeratedPersonResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ModeratedPerson'] = ResolversParentTypes['ModeratedPerson']> = {
  handle?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  role?: Resolver<ResolversTypes['Role'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  posts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  comments?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reported?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pending?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  suspended?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  until?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PersonSessionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PersonSession'] = ResolversParentTypes['PersonSession']> = {
  device?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  since?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  used?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PersonPostResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PersonPost'] = ResolversParentTypes['PersonPost']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PersonCardResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PersonCard'] = ResolversParentTypes['PersonCard']> = {
  person?: Resolver<ResolversTypes['ModeratedPerson'], ParentType, ContextType>;
  sessions?: Resolver<c.Maybe<Array<ResolversTypes['PersonSession']>>, ParentType, ContextType>;
  posts?: Resolver<Array<ResolversTypes['PersonPost']>, ParentType, ContextType>;
  record?: Resolver<Array<ResolversTypes['RecordEntry']>, ParentType, ContextType>;
};

export type RecordEntryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['RecordEntry'] = ResolversParentTypes['RecordEntry']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  kind?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  item?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  actor?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  about?: Resolver<c.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  aboutHandle?: Resolver<c.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ModerationRulesResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ModerationRules'] = ResolversParentTypes['ModerationRules']> = {
  words?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  domains?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  networks?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  signup?: Resolver<ResolversTypes['SignupMode'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  getDecisions?: Resolver<Array<ResolversTypes['Decision']>, ParentType, ContextType>;
  getReports?: Resolver<ResolversTypes['ReportList'], ParentType, ContextType, Partial<c.QueryGetReportsArgs>>;
  findPeople?: Resolver<Array<ResolversTypes['ModeratedPerson']>, ParentType, ContextType, RequireFields<c.QueryFindPeopleArgs, 'query'>>;
  getPersonCard?: Resolver<ResolversTypes['PersonCard'], ParentType, ContextType, RequireFields<c.QueryGetPersonCardArgs, 'handle'>>;
  getModerationRecord?: Resolver<Array<ResolversTypes['RecordEntry']>, ParentType, ContextType, Partial<c.QueryGetModerationRecordArgs>>;
  getModerationRules?: Resolver<ResolversTypes['ModerationRules'], ParentType, ContextType>;
  getRelease?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  login?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<c.QueryLoginArgs, 'email' | 'password'>>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<c.QueryUserArgs, 'jwt'>>;
  getPosts?: Resolver<ResolversTypes['PostList'], ParentType, ContextType, Partial<c.QueryGetPostsArgs>>;
  getPost?: Resolver<ResolversTypes['Post'], ParentType, ContextType, RequireFields<c.QueryGetPostArgs, 'id'>>;
  getComments?: Resolver<ResolversTypes['CommentList'], ParentType, ContextType, RequireFields<c.QueryGetCommentsArgs, 'post'>>;
  getNotifications?: Resolver<ResolversTypes['NotificationList'], ParentType, ContextType, Partial<c.QueryGetNotificationsArgs>>;
  getNotificationSwitches?: Resolver<Array<ResolversTypes['NotificationSwitch']>, ParentType, ContextType>;
  getWeeklyMail?: Resolver<c.Maybe<ResolversTypes['WeeklyMail']>, ParentType, ContextType>;
  getPushKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  getSearchPosts?: Resolver<ResolversTypes['PostList'], ParentType, ContextType, RequireFields<c.QueryGetSearchPostsArgs, 'keyword'>>;
  getAuthor?: Resolver<ResolversTypes['Author'], ParentType, ContextType, RequireFields<c.QueryGetAuthorArgs, 'handle'>>;
  getFollowedPosts?: Resolver<ResolversTypes['PostList'], ParentType, ContextType, Partial<c.QueryGetFollowedPostsArgs>>;
  getPeople?: Resolver<ResolversTypes['AuthorList'], ParentType, ContextType, RequireFields<c.QueryGetPeopleArgs, 'list'>>;
  getActiveAuthors?: Resolver<Array<ResolversTypes['Author']>, ParentType, ContextType>;
  getPlace?: Resolver<ResolversTypes['Place'], ParentType, ContextType, RequireFields<c.QueryGetPlaceArgs, 'id'>>;
  getArea?: Resolver<ResolversTypes['Area'], ParentType, ContextType, RequireFields<c.QueryGetAreaArgs, 'path'>>;
  getAreaAt?: Resolver<c.Maybe<ResolversTypes['AreaName']>, ParentType, ContextType, RequireFields<c.QueryGetAreaAtArgs, 'lat' | 'lng' | 'zoom'>>;
  getWeeklyTop?: Resolver<Array<ResolversTypes['WeeklyPost']>, ParentType, ContextType, RequireFields<c.QueryGetWeeklyTopArgs, 'area'>>;
  getPopularAreas?: Resolver<Array<ResolversTypes['AreaCount']>, ParentType, ContextType>;
  resolveKeyword?: Resolver<ResolversTypes['KeywordMeaning'], ParentType, ContextType, RequireFields<c.QueryResolveKeywordArgs, 'keyword'>>;
  getLandmark?: Resolver<c.Maybe<ResolversTypes['NamedLandmark']>, ParentType, ContextType, RequireFields<c.QueryGetLandmarkArgs, 'name' | 'lat' | 'lng'>>;
  getPlacePosts?: Resolver<Array<ResolversTypes['Post']>, ParentType, ContextType, RequireFields<c.QueryGetPlacePostsArgs, 'id'>>;
  getPlacePhotos?: Resolver<ResolversTypes['PlacePhotoList'], ParentType, ContextType, RequireFields<c.QueryGetPlacePhotosArgs, 'id'>>;
  getSavedPosts?: Resolver<ResolversTypes['PostList'], ParentType, ContextType, RequireFields<c.QueryGetSavedPostsArgs, 'list'>>;
  getSavedPins?: Resolver<Array<ResolversTypes['SavedPin']>, ParentType, ContextType, RequireFields<c.QueryGetSavedPinsArgs, 'list'>>;
  getSavedCounts?: Resolver<ResolversTypes['SavedCounts'], ParentType, ContextType>;
  getCollection?: Resolver<ResolversTypes['CollectionPage'], ParentType, ContextType, RequireFields<c.QueryGetCollectionArgs, 'id'>>;
  getCollections?: Resolver<Array<ResolversTypes['Collection']>, ParentType, ContextType, RequireFields<c.QueryGetCollectionsArgs, 'handle'>>;
  getSearchCollections?: Resolver<Array<ResolversTypes['Collection']>, ParentType, ContextType, RequireFields<c.QueryGetSearchCollectionsArgs, 'keyword'>>;
  getNewPostCount?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.QueryGetNewPostCountArgs, 'after'>>;
  getSessions?: Resolver<Array<ResolversTypes['SessionInfo']>, ParentType, ContextType>;
  getWithdrawalSummary?: Resolver<ResolversTypes['WithdrawalSummary'], ParentType, ContextType>;
  getConsents?: Resolver<Array<ResolversTypes['Consent']>, ParentType, ContextType>;
  getLegalText?: Resolver<ResolversTypes['LegalText'], ParentType, ContextType, RequireFields<c.QueryGetLegalTextArgs, 'name'>>;
  searchPlaces?: Resolver<Array<ResolversTypes['PlaceResult']>, ParentType, ContextType, RequireFields<c.QuerySearchPlacesArgs, 'keyword'>>;
  geocode?: Resolver<c.Maybe<ResolversTypes['GeocodeResult']>, ParentType, ContextType, RequireFields<c.QueryGeocodeArgs, 'address'>>;
  reverseGeocode?: Resolver<c.Maybe<ResolversTypes['ReverseGeocodeResult']>, ParentType, ContextType, RequireFields<c.QueryReverseGeocodeArgs, 'lat' | 'lng'>>;
  getNearestLandmark?: Resolver<c.Maybe<ResolversTypes['Landmark']>, ParentType, ContextType, RequireFields<c.QueryGetNearestLandmarkArgs, 'lat' | 'lng'>>;
  getPlaceAttributions?: Resolver<Array<ResolversTypes['PlaceAttribution']>, ParentType, ContextType>;
  getMapSettings?: Resolver<ResolversTypes['MapSettings'], ParentType, ContextType>;
  getMapPosts?: Resolver<ResolversTypes['MapPosts'], ParentType, ContextType, RequireFields<c.QueryGetMapPostsArgs, 'south' | 'west' | 'north' | 'east' | 'zoom'>>;
};

export type MutationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  signup?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<c.MutationSignupArgs, 'email' | 'username' | 'password' | 'questionIndex' | 'questionAnswer'>>;
  update?: Resolver<ResolversTypes['User'], ParentType, ContextType, RequireFields<c.MutationUpdateArgs, 'jwt' | 'email' | 'username' | 'questionIndex' | 'questionAnswer'>>;
  changePw?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationChangePwArgs, 'jwt' | 'newPassword'>>;
  remove?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationRemoveArgs, 'jwt'>>;
  forgotPw?: Resolver<ResolversTypes['ForgotPasswordResult'], ParentType, ContextType, RequireFields<c.MutationForgotPwArgs, 'email' | 'questionIndex' | 'questionAnswer'>>;
  sendRecoveryMail?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType>;
  sendVerificationMail?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType>;
  verifyEmail?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, Partial<c.MutationVerifyEmailArgs>>;
  logout?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType>;
  endSession?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationEndSessionArgs, 'id'>>;
  setLocationConsent?: Resolver<Array<ResolversTypes['Consent']>, ParentType, ContextType, Partial<c.MutationSetLocationConsentArgs>>;
  deletePost?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationDeletePostArgs, 'id'>>;
  addPost?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationAddPostArgs, 'contents' | 'title'>>;
  editPost?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationEditPostArgs, 'id' | 'contents' | 'title'>>;
  followUser?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationFollowUserArgs, 'handle' | 'follow'>>;
  blockUser?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationBlockUserArgs, 'handle' | 'block'>>;
  addComment?: Resolver<ResolversTypes['Comment'], ParentType, ContextType, RequireFields<c.MutationAddCommentArgs, 'post' | 'text'>>;
  editComment?: Resolver<ResolversTypes['Comment'], ParentType, ContextType, RequireFields<c.MutationEditCommentArgs, 'id' | 'text'>>;
  deleteComment?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationDeleteCommentArgs, 'id'>>;
  readNotifications?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationReadNotificationsArgs, 'upTo'>>;
  switchNotifications?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSwitchNotificationsArgs, 'kind' | 'on'>>;
  switchWeeklyMail?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSwitchWeeklyMailArgs, 'on'>>;
  report?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationReportArgs, 'kind' | 'id' | 'reason'>>;
  answerDecision?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationAnswerDecisionArgs, 'id' | 'text'>>;
  moderate?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationModerateArgs, 'kind' | 'id' | 'action'>>;
  setModerationRule?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSetModerationRuleArgs, 'kind' | 'value' | 'on'>>;
  setSignupMode?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSetSignupModeArgs, 'mode'>>;
  setRole?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSetRoleArgs, 'handle' | 'role'>>;
  subscribePush?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSubscribePushArgs, 'endpoint' | 'p256dh' | 'auth'>>;
  unsubscribePush?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationUnsubscribePushArgs, 'endpoint'>>;
  likePost?: Resolver<ResolversTypes['LikeResult'], ParentType, ContextType, RequireFields<c.MutationLikePostArgs, 'id' | 'isLike' | 'jwt'>>;
  savePost?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationSavePostArgs, 'post' | 'list' | 'saved'>>;
  addCollection?: Resolver<ResolversTypes['Collection'], ParentType, ContextType, RequireFields<c.MutationAddCollectionArgs, 'name'>>;
  editCollection?: Resolver<ResolversTypes['Collection'], ParentType, ContextType, RequireFields<c.MutationEditCollectionArgs, 'id' | 'name' | 'visibility'>>;
  deleteCollection?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationDeleteCollectionArgs, 'id'>>;
  putInCollection?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationPutInCollectionArgs, 'id' | 'post'>>;
  takeFromCollection?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationTakeFromCollectionArgs, 'id' | 'post'>>;
  moveInCollection?: Resolver<ResolversTypes['CountResult'], ParentType, ContextType, RequireFields<c.MutationMoveInCollectionArgs, 'id' | 'post' | 'position'>>;
};

export type Resolvers<ContextType = GraphqlContext> = {
  User?: UserResolvers<ContextType>;
  Consent?: ConsentResolvers<ContextType>;
  LegalText?: LegalTextResolvers<ContextType>;
  SessionInfo?: SessionInfoResolvers<ContextType>;
  WithdrawalSummary?: WithdrawalSummaryResolvers<ContextType>;
  ImageInfo?: ImageInfoResolvers<ContextType>;
  Post?: PostResolvers<ContextType>;
  Dish?: DishResolvers<ContextType>;
  PostImage?: PostImageResolvers<ContextType>;
  Comment?: CommentResolvers<ContextType>;
  CommentList?: CommentListResolvers<ContextType>;
  Notification?: NotificationResolvers<ContextType>;
  NotificationList?: NotificationListResolvers<ContextType>;
  NotificationSwitch?: NotificationSwitchResolvers<ContextType>;
  WeeklyMail?: WeeklyMailResolvers<ContextType>;
  PostList?: PostListResolvers<ContextType>;
  GoneEntry?: GoneEntryResolvers<ContextType>;
  SavedPin?: SavedPinResolvers<ContextType>;
  Collection?: CollectionResolvers<ContextType>;
  CollectionEntry?: CollectionEntryResolvers<ContextType>;
  CollectionPage?: CollectionPageResolvers<ContextType>;
  SavedCounts?: SavedCountsResolvers<ContextType>;
  AreaName?: AreaNameResolvers<ContextType>;
  AreaCount?: AreaCountResolvers<ContextType>;
  WeeklyPost?: WeeklyPostResolvers<ContextType>;
  Box?: BoxResolvers<ContextType>;
  Area?: AreaResolvers<ContextType>;
  PlacePhoto?: PlacePhotoResolvers<ContextType>;
  Place?: PlaceResolvers<ContextType>;
  PlacePhotoList?: PlacePhotoListResolvers<ContextType>;
  KindCount?: KindCountResolvers<ContextType>;
  PlaceDish?: PlaceDishResolvers<ContextType>;
  PlaceComment?: PlaceCommentResolvers<ContextType>;
  Author?: AuthorResolvers<ContextType>;
  AuthorList?: AuthorListResolvers<ContextType>;
  LikeResult?: LikeResultResolvers<ContextType>;
  CountResult?: CountResultResolvers<ContextType>;
  ForgotPasswordResult?: ForgotPasswordResultResolvers<ContextType>;
  Position?: PositionResolvers<ContextType>;
  PlaceResult?: PlaceResultResolvers<ContextType>;
  GeocodeResult?: GeocodeResultResolvers<ContextType>;
  ReverseGeocodeResult?: ReverseGeocodeResultResolvers<ContextType>;
  Landmark?: LandmarkResolvers<ContextType>;
  NamedLandmark?: NamedLandmarkResolvers<ContextType>;
  NamedArea?: NamedAreaResolvers<ContextType>;
  KeywordMeaning?: KeywordMeaningResolvers<ContextType>;
  PostsInstead?: PostsInsteadResolvers<ContextType>;
  PlaceAttribution?: PlaceAttributionResolvers<ContextType>;
  MapSettings?: MapSettingsResolvers<ContextType>;
  MapCluster?: MapClusterResolvers<ContextType>;
  MapPosts?: MapPostsResolvers<ContextType>;
  Report?: ReportResolvers<ContextType>;
  ReportedItem?: ReportedItemResolvers<ContextType>;
  ReportList?: ReportListResolvers<ContextType>;
  Decision?: DecisionResolvers<ContextType>;
  ModeratedPerson?: ModeratedPersonResolvers<ContextType>;
  PersonSession?: PersonSessionResolvers<ContextType>;
  PersonPost?: PersonPostResolvers<ContextType>;
  PersonCard?: PersonCardResolvers<ContextType>;
  RecordEntry?: RecordEntryResolvers<ContextType>;
  ModerationRules?: ModerationRulesResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
};

