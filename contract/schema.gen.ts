// Written by `npm run generate` (scripts/generate.ts). Do not edit.
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
};

export type Caller =
  | 'anyone'
  | 'shown'
  | 'session'
  | 'member'
  | 'writer'
  | 'poster'
  | 'moderator'
  | 'decider';

export type User = {
  image: Maybe<Scalars['String']['output']>;
  email: Scalars['String']['output'];
  username: Scalars['String']['output'];
  jwt: Scalars['String']['output'];
  questionIndex: Scalars['Int']['output'];
  questionAnswer: Scalars['String']['output'];
  about: Scalars['String']['output'];
  restricted: Maybe<Scalars['Boolean']['output']>;
  role: Role;
  matchesTastes: Scalars['Boolean']['output'];
};

export type ConsentInput = {
  over14: Scalars['Boolean']['input'];
  terms?: InputMaybe<Scalars['String']['input']>;
  privacy?: InputMaybe<Scalars['String']['input']>;
  location?: InputMaybe<Scalars['String']['input']>;
};

export type Consent = {
  name: Scalars['String']['output'];
  version: Maybe<Scalars['String']['output']>;
  agreedAt: Scalars['String']['output'];
  withdrawnAt: Maybe<Scalars['String']['output']>;
};

export type LegalText = {
  name: Scalars['String']['output'];
  title: Scalars['String']['output'];
  html: Scalars['String']['output'];
  version: Scalars['String']['output'];
};

export type SessionInfo = {
  id: Scalars['ID']['output'];
  device: Scalars['String']['output'];
  createdAt: Scalars['String']['output'];
  lastUsedAt: Scalars['String']['output'];
  autoLogin: Scalars['Boolean']['output'];
  current: Scalars['Boolean']['output'];
  byPasskey: Scalars['Boolean']['output'];
  twoStep: Scalars['Boolean']['output'];
  provider: Maybe<LoginProvider>;
  way: Maybe<SignInWay>;
};

export type SignInWay =
  | 'password'
  | 'passkey'
  | 'kakao'
  | 'naver';

export type LoginProvider =
  | 'kakao'
  | 'naver';

export type LinkedLogin = {
  provider: LoginProvider;
  createdAt: Scalars['String']['output'];
  lastUsedAt: Maybe<Scalars['String']['output']>;
};

export type PendingLogin = {
  provider: LoginProvider;
  email: Maybe<Scalars['String']['output']>;
  emailVerified: Scalars['Boolean']['output'];
};

export type TwoStep = {
  since: Maybe<Scalars['String']['output']>;
  codesLeft: Scalars['Int']['output'];
  neededFrom: Maybe<Scalars['String']['output']>;
};

export type TwoStepSetup = {
  key: Scalars['String']['output'];
  uri: Scalars['String']['output'];
  setup: Scalars['String']['output'];
};

export type Passkey = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  createdAt: Scalars['String']['output'];
  lastUsedAt: Maybe<Scalars['String']['output']>;
  backedUp: Scalars['Boolean']['output'];
};

export type WithdrawalSummary = {
  posts: Scalars['Int']['output'];
  comments: Scalars['Int']['output'];
  likes: Scalars['Int']['output'];
  images: Scalars['Int']['output'];
  saves: Scalars['Int']['output'];
  collections: Scalars['Int']['output'];
};

export type ImageInfo = {
  width: Scalars['Int']['output'];
  height: Scalars['Int']['output'];
  placeholder: Scalars['String']['output'];
};

export type Post = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  contents: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  image_info: Maybe<ImageInfo>;
  images: Array<PostImage>;
  image_count: Scalars['Int']['output'];
  address: Maybe<Scalars['String']['output']>;
  place_name: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  start_time: Maybe<Scalars['String']['output']>;
  end_time: Maybe<Scalars['String']['output']>;
  createdAt: Scalars['String']['output'];
  username: Scalars['String']['output'];
  user_profile: Maybe<Scalars['String']['output']>;
  user_id: Scalars['String']['output'];
  like: Scalars['Int']['output'];
  likeUsers: Array<Scalars['String']['output']>;
  liked: Scalars['Boolean']['output'];
  wanted: Scalars['Boolean']['output'];
  been: Scalars['Boolean']['output'];
  place_id: Maybe<Scalars['ID']['output']>;
  been_count: Scalars['Int']['output'];
  verdict: Maybe<Verdict>;
  areas: Array<AreaName>;
  comments: Scalars['Int']['output'];
  kind: Maybe<FoodKind>;
  price: Maybe<PriceRange>;
  dishes: Array<Dish>;
  closed_on: Array<ClosedDay>;
  traits: Array<PlaceTrait>;
  week_hours: Maybe<Array<WeekHours>>;
  telephone: Maybe<Scalars['String']['output']>;
  menus: Array<Scalars['Int']['output']>;
  hiddenBecause: Maybe<Scalars['String']['output']>;
  share_image: Scalars['String']['output'];
};

export type FoodKind =
  | 'korean'
  | 'chinese'
  | 'japanese'
  | 'western'
  | 'snack'
  | 'grill'
  | 'seafood'
  | 'cafe'
  | 'bar'
  | 'other';

export type PriceRange =
  | 'under_1'
  | 'from_1_to_2'
  | 'from_2_to_3'
  | 'from_3_to_5'
  | 'over_5';

export type ClosedDay =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun'
  | 'holiday';

export type Weekday =
  | 'mon'
  | 'tue'
  | 'wed'
  | 'thu'
  | 'fri'
  | 'sat'
  | 'sun';

export type WeekHours = {
  days: Array<Weekday>;
  start_time: Scalars['String']['output'];
  end_time: Scalars['String']['output'];
  break_start: Maybe<Scalars['String']['output']>;
  break_end: Maybe<Scalars['String']['output']>;
  last_order: Maybe<Scalars['String']['output']>;
};

export type WeekHoursInput = {
  days: Array<Weekday>;
  start_time: Scalars['String']['input'];
  end_time: Scalars['String']['input'];
  break_start?: InputMaybe<Scalars['String']['input']>;
  break_end?: InputMaybe<Scalars['String']['input']>;
  last_order?: InputMaybe<Scalars['String']['input']>;
};

export type PlaceTrait =
  | 'solo'
  | 'parking'
  | 'reservation'
  | 'takeout'
  | 'pets'
  | 'kids';

export type Dish = {
  name: Scalars['String']['output'];
  price: Maybe<Scalars['Int']['output']>;
};

export type DishInput = {
  name: Scalars['String']['input'];
  price?: InputMaybe<Scalars['Int']['input']>;
};

export type PostImage = {
  url: Scalars['String']['output'];
  info: Maybe<ImageInfo>;
};

export type Comment = {
  id: Scalars['ID']['output'];
  post: Scalars['ID']['output'];
  text: Scalars['String']['output'];
  tasty: Scalars['Boolean']['output'];
  image: Maybe<PostImage>;
  createdAt: Scalars['String']['output'];
  edited: Scalars['Boolean']['output'];
  author: Author;
  mine: Scalars['Boolean']['output'];
  removable: Scalars['Boolean']['output'];
  hiddenBecause: Maybe<Scalars['String']['output']>;
  parent: Maybe<Scalars['ID']['output']>;
  mentions: Array<Mention>;
};

export type Mention = {
  name: Scalars['String']['output'];
  handle: Scalars['ID']['output'];
};

export type CommentList = {
  data: Array<Comment>;
  more: Array<MoreReplies>;
  nextCursor: Maybe<Scalars['String']['output']>;
  tastyCount: Scalars['Int']['output'];
  tastyAuthors: Array<Author>;
};

export type ReplyList = {
  data: Array<Comment>;
  more: Maybe<MoreReplies>;
};

export type MoreReplies = {
  parent: Scalars['ID']['output'];
  count: Scalars['Int']['output'];
  cursor: Scalars['String']['output'];
};

export type NotificationKind =
  | 'like'
  | 'comment'
  | 'reply'
  | 'mention'
  | 'follow'
  | 'post'
  | 'moderation'
  | 'plan';

export type Notification = {
  id: Scalars['ID']['output'];
  kind: NotificationKind;
  actors: Array<Author>;
  actorCount: Scalars['Int']['output'];
  post: Maybe<Scalars['ID']['output']>;
  collection: Maybe<Scalars['ID']['output']>;
  title: Maybe<Scalars['String']['output']>;
  image: Maybe<Scalars['String']['output']>;
  comment: Maybe<Scalars['ID']['output']>;
  text: Maybe<Scalars['String']['output']>;
  at: Scalars['String']['output'];
  read: Scalars['Boolean']['output'];
};

export type NotificationList = {
  data: Array<Notification>;
  unread: Scalars['Int']['output'];
  nextCursor: Maybe<Scalars['String']['output']>;
};

export type NotificationSwitch = {
  kind: NotificationKind;
  on: Scalars['Boolean']['output'];
};

export type WeeklyMail = {
  on: Scalars['Boolean']['output'];
  area: Maybe<Scalars['String']['output']>;
};

export type PostList = {
  data: Array<Post>;
  pageCount: Scalars['Int']['output'];
  nextCursor: Maybe<Scalars['String']['output']>;
  startCursor: Maybe<Scalars['String']['output']>;
  meaning: Maybe<KeywordMeaning>;
  instead: Maybe<PostsInstead>;
  from: Maybe<Position>;
  searched: Maybe<Scalars['Int']['output']>;
  gone: Maybe<Array<GoneEntry>>;
};

export type SaveList =
  | 'want'
  | 'been'
  | 'liked'
  | 'written';

export type GoneEntry = {
  post: Scalars['ID']['output'];
  title: Maybe<Scalars['String']['output']>;
  address: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  place_id: Maybe<Scalars['ID']['output']>;
  shop: Maybe<Shop>;
  at: Scalars['Int']['output'];
};

export type SavedPin = {
  post: Scalars['ID']['output'];
  place_id: Maybe<Scalars['ID']['output']>;
  title: Maybe<Scalars['String']['output']>;
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
};

export type Visibility =
  | 'private'
  | 'link'
  | 'public';

export type Collection = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  about: Scalars['String']['output'];
  visibility: Visibility;
  owner: Author;
  count: Scalars['Int']['output'];
  cover: Maybe<PostImage>;
  covers: Array<PostImage>;
  has: Scalars['Boolean']['output'];
  mine: Scalars['Boolean']['output'];
  hiddenBecause: Maybe<Scalars['String']['output']>;
  updatedAt: Scalars['String']['output'];
  share_image: Scalars['String']['output'];
  planAt: Maybe<Scalars['String']['output']>;
  planHolidays: Array<Scalars['String']['output']>;
  planFrom: Maybe<PlanPoint>;
  membersAdd: Scalars['Boolean']['output'];
};

export type PlanPoint = {
  name: Scalars['String']['output'];
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
};

export type PlanPointInput = {
  name: Scalars['String']['input'];
  lat: Scalars['Float']['input'];
  lng: Scalars['Float']['input'];
};

export type CollectionEntry = {
  id: Scalars['ID']['output'];
  post: Maybe<Post>;
  shop: Maybe<Shop>;
  shop_gone: Scalars['Boolean']['output'];
  title: Scalars['String']['output'];
  note: Scalars['String']['output'];
  address: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  place_id: Maybe<Scalars['ID']['output']>;
  hearts: Scalars['Int']['output'];
  hearted: Scalars['Boolean']['output'];
  heartedBy: Array<Scalars['ID']['output']>;
  added: Scalars['Boolean']['output'];
  addedBy: Maybe<Scalars['ID']['output']>;
};

export type CollectionPage = {
  collection: Collection;
  entries: Array<CollectionEntry>;
  nextCursor: Maybe<Scalars['String']['output']>;
  choosers: Scalars['Int']['output'];
  chosenBy: Array<Author>;
  chosen: Scalars['Boolean']['output'];
};

export type ImportState =
  | 'waiting'
  | 'matching'
  | 'ready'
  | 'failed';

export type PlaceImport = {
  id: Scalars['ID']['output'];
  state: ImportState;
  failure: Maybe<Scalars['String']['output']>;
  total: Scalars['Int']['output'];
  done: Scalars['Int']['output'];
  found: Scalars['Int']['output'];
  unsure: Scalars['Int']['output'];
  missing: Scalars['Int']['output'];
  bad: Scalars['Int']['output'];
  badRows: Array<BadRow>;
  until: Scalars['String']['output'];
};

export type BadRow = {
  file: Maybe<Scalars['String']['output']>;
  line: Scalars['Int']['output'];
  message: Scalars['String']['output'];
};

export type ImportRowState =
  | 'found'
  | 'unsure'
  | 'missing';

export type ImportedRow = {
  row: Scalars['Int']['output'];
  state: ImportRowState;
  file: Maybe<Scalars['String']['output']>;
  line: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  address: Maybe<Scalars['String']['output']>;
  note: Scalars['String']['output'];
  places: Array<ImportedPlace>;
};

export type ImportedPlace = {
  post: Maybe<Scalars['ID']['output']>;
  place_id: Maybe<Scalars['ID']['output']>;
  name: Scalars['String']['output'];
  address: Maybe<Scalars['String']['output']>;
  category: Maybe<Scalars['String']['output']>;
};

export type ImportResult = {
  saved: Scalars['Int']['output'];
  collected: Scalars['Int']['output'];
  known: Scalars['Int']['output'];
  gone: Scalars['Int']['output'];
};

export type SavedCounts = {
  want: Scalars['Int']['output'];
  wantOpen: Scalars['Int']['output'];
  been: Scalars['Int']['output'];
  liked: Scalars['Int']['output'];
  written: Scalars['Int']['output'];
};

export type Visits = {
  count: Scalars['Int']['output'];
  again: Maybe<Scalars['Boolean']['output']>;
};

export type Verdict = {
  people: Scalars['Int']['output'];
  again: Scalars['Int']['output'];
};

export type AreaName = {
  name: Scalars['String']['output'];
  path: Scalars['String']['output'];
};

export type AreaCount = {
  name: Scalars['String']['output'];
  path: Scalars['String']['output'];
  count: Scalars['Int']['output'];
};

export type WeeklyPost = {
  post: Post;
  people: Scalars['Int']['output'];
};

export type Box = {
  south: Scalars['Float']['output'];
  west: Scalars['Float']['output'];
  north: Scalars['Float']['output'];
  east: Scalars['Float']['output'];
};

export type Area = {
  name: Scalars['String']['output'];
  path: Scalars['String']['output'];
  around: Array<AreaName>;
  parts: Array<AreaCount>;
  names: Array<Scalars['String']['output']>;
  count: Scalars['Int']['output'];
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  box: Maybe<Box>;
  share_image: Scalars['String']['output'];
};

export type PlacePhoto = {
  post: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  image: Scalars['String']['output'];
  image_info: Maybe<ImageInfo>;
  month: Scalars['String']['output'];
};

export type Place = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  address: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  areas: Array<AreaName>;
  start_time: Maybe<Scalars['String']['output']>;
  end_time: Maybe<Scalars['String']['output']>;
  hours_count: Scalars['Int']['output'];
  closed_on: Array<ClosedDay>;
  hours: Array<PlaceHours>;
  price: Maybe<PriceRange>;
  price_count: Scalars['Int']['output'];
  kinds: Array<KindCount>;
  dishes: Array<PlaceDish>;
  dish_people: Scalars['Int']['output'];
  menus: Array<PlacePhoto>;
  telephone: Maybe<Scalars['String']['output']>;
  been_count: Scalars['Int']['output'];
  verdict: Maybe<Verdict>;
  count: Scalars['Int']['output'];
  like: Scalars['Int']['output'];
  photos: Array<PlacePhoto>;
  comments: Array<PlaceComment>;
  record: Maybe<ShopRecord>;
};

export type PlaceHours = {
  week_hours: Maybe<Array<WeekHours>>;
  closed_on: Array<ClosedDay>;
  count: Scalars['Int']['output'];
  month: Scalars['String']['output'];
};

export type ShopRecord = {
  category: Maybe<Scalars['String']['output']>;
  kind: Maybe<FoodKind>;
  source: Scalars['String']['output'];
  asOf: Maybe<Scalars['String']['output']>;
  estimated: Scalars['Boolean']['output'];
  gone: Scalars['Boolean']['output'];
  kept: Scalars['Boolean']['output'];
};

export type Shop = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  kind: Maybe<FoodKind>;
  category: Maybe<Scalars['String']['output']>;
  address: Maybe<Scalars['String']['output']>;
  area: Maybe<Scalars['String']['output']>;
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
  around: Maybe<ShopAround>;
};

export type ShopAround = {
  place: Maybe<Scalars['String']['output']>;
  food: Maybe<Scalars['String']['output']>;
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
};

export type ShopWord =
  | 'gone'
  | 'moved';

export type ToldShop = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  gone: Scalars['Int']['output'];
  moved: Scalars['Int']['output'];
  networks: Scalars['Int']['output'];
  since: Scalars['String']['output'];
};

export type PlacePhotoList = {
  data: Array<PlacePhoto>;
  nextCursor: Maybe<Scalars['String']['output']>;
};

export type KindCount = {
  kind: FoodKind;
  count: Scalars['Int']['output'];
};

export type PlaceDish = {
  name: Scalars['String']['output'];
  price: Maybe<Scalars['Int']['output']>;
  month: Maybe<Scalars['String']['output']>;
  count: Scalars['Int']['output'];
};

export type PlaceComment = {
  title: Scalars['String']['output'];
  comment: Comment;
};

export type Author = {
  handle: Scalars['ID']['output'];
  username: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  about: Scalars['String']['output'];
  tastes: Array<Scalars['String']['output']>;
  since: Scalars['String']['output'];
  posts: Scalars['Int']['output'];
  likesReceived: Scalars['Int']['output'];
  followers: Scalars['Int']['output'];
  following: Scalars['Int']['output'];
  followed: Scalars['Boolean']['output'];
  blocked: Scalars['Boolean']['output'];
  alike: Scalars['Boolean']['output'];
  pins: Array<SavedPin>;
};

export type PeopleList =
  | 'followers'
  | 'following'
  | 'blocked'
  | 'alike';

export type AuthorList = {
  data: Array<Author>;
  nextCursor: Maybe<Scalars['String']['output']>;
};

export type LikeResult = {
  count: Scalars['Int']['output'];
  likeUsers: Array<Scalars['String']['output']>;
};

export type CountResult = {
  count: Scalars['Int']['output'];
  id: Maybe<Scalars['ID']['output']>;
};

export type ForgotPasswordResult = {
  password: Scalars['String']['output'];
};

export type Position = {
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
};

export type Precision =
  | 'building'
  | 'road'
  | 'dong'
  | 'district'
  | 'province';

export type PlaceResult = {
  position: Position;
  place_name: Scalars['String']['output'];
  address_name: Scalars['String']['output'];
  category: Maybe<Scalars['String']['output']>;
  precision: Maybe<Precision>;
  rate: Scalars['Int']['output'];
  distance: Maybe<Scalars['Int']['output']>;
  source: Scalars['String']['output'];
};

export type GeocodeResult = {
  position: Position;
  address_name: Scalars['String']['output'];
  precision: Precision;
  precision_label: Scalars['String']['output'];
  radius: Maybe<Scalars['Int']['output']>;
  road: Array<Position>;
};

export type ReverseGeocodeResult = {
  address_name: Scalars['String']['output'];
  road_address: Maybe<Scalars['String']['output']>;
  province: Scalars['String']['output'];
  district: Maybe<Scalars['String']['output']>;
  dong: Maybe<Scalars['String']['output']>;
  code: Maybe<Scalars['String']['output']>;
  exact: Scalars['Boolean']['output'];
  precision: Precision;
  precision_label: Scalars['String']['output'];
};

export type Landmark = {
  name: Scalars['String']['output'];
  position: Position;
  distance: Scalars['Int']['output'];
};

export type LandmarkKind =
  | 'station'
  | 'market'
  | 'sight'
  | 'airport'
  | 'terminal'
  | 'university'
  | 'island';

export type NamedLandmark = {
  name: Scalars['String']['output'];
  kind: LandmarkKind;
  area: Scalars['String']['output'];
  position: Position;
  named: Scalars['Boolean']['output'];
};

export type NamedArea = {
  name: Scalars['String']['output'];
  path: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  position: Position;
  precision: Precision;
  named: Scalars['Boolean']['output'];
};

export type KeywordKind =
  | 'area'
  | 'landmark'
  | 'dish'
  | 'any'
  | 'text';

export type KeywordMeaning = {
  kind: KeywordKind;
  correction: Maybe<Scalars['String']['output']>;
  areas: Array<NamedArea>;
  landmarks: Array<NamedLandmark>;
  dishes: Array<Scalars['String']['output']>;
  otherWords: Maybe<Scalars['String']['output']>;
  alternatives: Array<Scalars['String']['output']>;
  suggestions: Array<Scalars['String']['output']>;
};

export type PostsInstead = {
  name: Scalars['String']['output'];
  isArea: Scalars['Boolean']['output'];
};

export type PlaceAttribution = {
  source: Scalars['String']['output'];
  text: Scalars['String']['output'];
  url: Maybe<Scalars['String']['output']>;
};

export type MapSettings = {
  kakao_key: Maybe<Scalars['String']['output']>;
  kakao_url: Maybe<Scalars['String']['output']>;
  tiles_url: Maybe<Scalars['String']['output']>;
  pmtiles_url: Maybe<Scalars['String']['output']>;
};

export type MapCluster = {
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
  count: Scalars['Int']['output'];
  south: Scalars['Float']['output'];
  west: Scalars['Float']['output'];
  north: Scalars['Float']['output'];
  east: Scalars['Float']['output'];
  id: Maybe<Scalars['ID']['output']>;
  title: Maybe<Scalars['String']['output']>;
  kind: Maybe<FoodKind>;
  image: Maybe<Scalars['String']['output']>;
  area: Maybe<Scalars['String']['output']>;
};

export type MapPosts = {
  clusters: Array<MapCluster>;
  count: Scalars['Int']['output'];
  estimated: Scalars['Boolean']['output'];
  data: Array<Post>;
};

export type ModeratedKind =
  | 'post'
  | 'comment'
  | 'collection'
  | 'author';

export type ModerationAction =
  | 'dismiss'
  | 'reopen'
  | 'hide'
  | 'restore'
  | 'remove'
  | 'suspend'
  | 'lift'
  | 'approve'
  | 'read'
  | 'note';

export type ModerationRuleKind =
  | 'word'
  | 'domain'
  | 'network';

export type SignupMode =
  | 'open'
  | 'approval'
  | 'closed';

export type Role =
  | 'member'
  | 'moderator'
  | 'admin';

export type Report = {
  reason: Scalars['String']['output'];
  text: Scalars['String']['output'];
  at: Scalars['String']['output'];
  isNew: Scalars['Boolean']['output'];
};

export type ReportedItem = {
  kind: ModeratedKind;
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  text: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  post: Maybe<Scalars['ID']['output']>;
  authorName: Scalars['String']['output'];
  authorHandle: Scalars['ID']['output'];
  hidden: Scalars['Boolean']['output'];
  gone: Scalars['Boolean']['output'];
  held: Scalars['Boolean']['output'];
  since: Scalars['String']['output'];
  reporters: Scalars['Int']['output'];
  networks: Scalars['Int']['output'];
  reports: Array<Report>;
  version: Scalars['String']['output'];
  answer: Maybe<Scalars['String']['output']>;
  decision: Maybe<Scalars['String']['output']>;
};

export type ReportList = {
  data: Array<ReportedItem>;
  nextCursor: Maybe<Scalars['String']['output']>;
};

export type Reported = {
  kind: ModeratedKind;
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  at: Scalars['String']['output'];
};

export type Decision = {
  id: Scalars['ID']['output'];
  kind: ModeratedKind;
  item: Maybe<Scalars['ID']['output']>;
  action: Scalars['String']['output'];
  title: Scalars['String']['output'];
  reason: Scalars['String']['output'];
  until: Maybe<Scalars['String']['output']>;
  at: Scalars['String']['output'];
  undone: Scalars['Boolean']['output'];
  answer: Maybe<Scalars['String']['output']>;
  answerable: Scalars['Boolean']['output'];
};

export type ModeratedPerson = {
  handle: Scalars['ID']['output'];
  username: Scalars['String']['output'];
  email: Scalars['String']['output'];
  role: Role;
  since: Scalars['String']['output'];
  posts: Scalars['Int']['output'];
  comments: Scalars['Int']['output'];
  reported: Scalars['Int']['output'];
  pending: Scalars['Boolean']['output'];
  hidden: Scalars['Boolean']['output'];
  suspended: Scalars['Boolean']['output'];
  until: Maybe<Scalars['String']['output']>;
};

export type PersonSession = {
  device: Scalars['String']['output'];
  since: Scalars['String']['output'];
  used: Scalars['String']['output'];
};

export type PersonPost = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  hidden: Scalars['Boolean']['output'];
  at: Scalars['String']['output'];
};

export type AskedErasure = {
  by: Scalars['String']['output'];
  reason: Scalars['String']['output'];
  since: Scalars['String']['output'];
  own: Scalars['Boolean']['output'];
};

export type MemberExport = {
  url: Scalars['String']['output'];
};

export type ErasureResult = {
  erased: Scalars['Boolean']['output'];
  waits: Scalars['Boolean']['output'];
};

export type PersonCard = {
  person: ModeratedPerson;
  returnedMail: Maybe<ReturnedMail>;
  care: Scalars['Boolean']['output'];
  erasure: Maybe<AskedErasure>;
  sessions: Maybe<Array<PersonSession>>;
  posts: Array<PersonPost>;
  record: Array<RecordEntry>;
};

export type RecordEntry = {
  id: Scalars['ID']['output'];
  at: Scalars['String']['output'];
  action: Scalars['String']['output'];
  kind: Maybe<Scalars['String']['output']>;
  item: Maybe<Scalars['ID']['output']>;
  reason: Scalars['String']['output'];
  actor: Maybe<Scalars['String']['output']>;
  about: Maybe<Scalars['String']['output']>;
  aboutHandle: Maybe<Scalars['ID']['output']>;
};

export type Invitation = {
  id: Scalars['ID']['output'];
  note: Scalars['String']['output'];
  uses: Scalars['Int']['output'];
  used: Scalars['Int']['output'];
  ends: Scalars['String']['output'];
  since: Scalars['String']['output'];
  open: Scalars['Boolean']['output'];
  revoked: Scalars['Boolean']['output'];
  by: Maybe<Scalars['String']['output']>;
  members: Array<InvitedMember>;
};

export type InvitedMember = {
  handle: Scalars['ID']['output'];
  username: Scalars['String']['output'];
};

export type NewInvitation = {
  link: Scalars['String']['output'];
};

export type WebhookEvent =
  | 'post'
  | 'report'
  | 'signup';

export type Webhook = {
  id: Scalars['ID']['output'];
  url: Scalars['String']['output'];
  events: Array<WebhookEvent>;
  since: Scalars['String']['output'];
  outcome: Maybe<Scalars['String']['output']>;
  tried: Maybe<Scalars['String']['output']>;
  waiting: Scalars['Int']['output'];
};

export type NewWebhook = {
  secret: Scalars['String']['output'];
};

export type EffectiveLimit = {
  name: Scalars['String']['output'];
  value: Scalars['String']['output'];
  own: Scalars['Boolean']['output'];
};

export type DayFigures = {
  day: Scalars['String']['output'];
  visitors: Scalars['Int']['output'];
  signups: Maybe<Scalars['Int']['output']>;
  posts: Maybe<Scalars['Int']['output']>;
  returns: Array<Returns>;
};

export type Returns = {
  days: Scalars['Int']['output'];
  members: Scalars['Int']['output'];
  returned: Scalars['Int']['output'];
};

export type MissedKeyword = {
  keyword: Scalars['String']['output'];
  people: Scalars['Int']['output'];
};

export type SiteFigures = {
  returnedMails: Scalars['Int']['output'];
  days: Array<DayFigures>;
  missed: Array<MissedKeyword>;
};

export type SiteLook = {
  name: Maybe<Scalars['String']['output']>;
  defaultName: Scalars['String']['output'];
  welcome: Maybe<Scalars['String']['output']>;
  announcement: Maybe<Scalars['String']['output']>;
  announcementEnds: Maybe<Scalars['String']['output']>;
  accent: Maybe<Scalars['String']['output']>;
  logo: Maybe<Scalars['String']['output']>;
  pages: Array<SitePage>;
};

export type SitePage = {
  place: Scalars['Int']['output'];
  title: Scalars['String']['output'];
  text: Scalars['String']['output'];
};

export type TokenColour = {
  token: Scalars['String']['output'];
  colour: Scalars['String']['output'];
};

export type LookPreview = {
  light: Array<TokenColour>;
  dark: Array<TokenColour>;
  html: Scalars['String']['output'];
};

export type ModerationRules = {
  words: Array<Scalars['String']['output']>;
  domains: Array<Scalars['String']['output']>;
  networks: Array<Scalars['String']['output']>;
  signup: SignupMode;
};

export type MailReturn =
  | 'hard'
  | 'soft'
  | 'complaint';

export type ReturnedMail = {
  kind: MailReturn;
  at: Scalars['String']['output'];
};

export type Query = {
  getReported: Array<Reported>;
  getDecisions: Array<Decision>;
  getReports: ReportList;
  findPeople: Array<ModeratedPerson>;
  getPersonCard: PersonCard;
  getModerationRecord: Array<RecordEntry>;
  getModerationRules: ModerationRules;
  getSiteLook: SiteLook;
  previewSiteLook: LookPreview;
  getLimits: Array<EffectiveLimit>;
  getWebhooks: Array<Webhook>;
  getFigures: SiteFigures;
  getInvitations: Array<Invitation>;
  getRelease: Scalars['String']['output'];
  login: User;
  beginPasskeyLogin: Scalars['String']['output'];
  beginPasskeyProof: Scalars['String']['output'];
  getPasskeys: Array<Passkey>;
  getTwoStep: TwoStep;
  getLinkedLogins: Array<LinkedLogin>;
  getPendingLogin: Maybe<PendingLogin>;
  user: User;
  getPosts: PostList;
  getPost: Post;
  getComments: CommentList;
  getReplies: ReplyList;
  getNotifications: NotificationList;
  getNotificationSwitches: Array<NotificationSwitch>;
  getWeeklyMail: Maybe<WeeklyMail>;
  getReturnedMail: Maybe<ReturnedMail>;
  getPushKey: Scalars['String']['output'];
  getSearchPosts: PostList;
  getAuthor: Author;
  getFollowedPosts: PostList;
  getPeople: AuthorList;
  getActiveAuthors: Array<Author>;
  getPlace: Place;
  getArea: Area;
  getAreaAt: Maybe<AreaName>;
  getWeeklyTop: Array<WeeklyPost>;
  getPopularAreas: Array<AreaCount>;
  resolveKeyword: KeywordMeaning;
  getLandmark: Maybe<NamedLandmark>;
  getPlacePosts: Array<Post>;
  getPlacePhotos: PlacePhotoList;
  getSavedPosts: PostList;
  getSavedPins: Array<SavedPin>;
  getSavedCounts: SavedCounts;
  getPlaceImport: Maybe<PlaceImport>;
  getImportedRows: Array<ImportedRow>;
  getVisits: Visits;
  getCollection: CollectionPage;
  getCollections: Array<Collection>;
  getSearchCollections: Array<Collection>;
  getNewPostCount: CountResult;
  getSessions: Array<SessionInfo>;
  getWithdrawalSummary: WithdrawalSummary;
  getConsents: Array<Consent>;
  getLegalText: LegalText;
  searchPlaces: Array<PlaceResult>;
  geocode: Maybe<GeocodeResult>;
  reverseGeocode: Maybe<ReverseGeocodeResult>;
  getNearestLandmark: Maybe<Landmark>;
  getPlaceAttributions: Array<PlaceAttribution>;
  getMapSettings: MapSettings;
  getMapPosts: MapPosts;
  getMapShops: Array<Shop>;
  getNearShops: Array<Shop>;
  getSearchShops: Array<Shop>;
  getToldShops: Array<ToldShop>;
};


export type QueryGetReportsArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  decided?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryFindPeopleArgs = {
  query: Scalars['String']['input'];
};


export type QueryGetPersonCardArgs = {
  handle: Scalars['ID']['input'];
};


export type QueryGetModerationRecordArgs = {
  before?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryPreviewSiteLookArgs = {
  accent?: InputMaybe<Scalars['String']['input']>;
  text: Scalars['String']['input'];
};


export type QueryLoginArgs = {
  email: Scalars['String']['input'];
  password: Scalars['String']['input'];
  autoLogin?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryUserArgs = {
  jwt: Scalars['String']['input'];
};


export type QueryGetPostsArgs = {
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  pageParam?: InputMaybe<Scalars['Int']['input']>;
  user_id?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<Scalars['String']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  radius?: InputMaybe<Scalars['Int']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
  place?: InputMaybe<Scalars['ID']['input']>;
  area?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetPostArgs = {
  id: Scalars['ID']['input'];
};


export type QueryGetCommentsArgs = {
  post: Scalars['ID']['input'];
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetRepliesArgs = {
  parent: Scalars['ID']['input'];
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetNotificationsArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetSearchPostsArgs = {
  pageParam?: InputMaybe<Scalars['Int']['input']>;
  keyword: Scalars['String']['input'];
  filter?: InputMaybe<Scalars['String']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  radius?: InputMaybe<Scalars['Int']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
};


export type QueryGetAuthorArgs = {
  handle: Scalars['ID']['input'];
};


export type QueryGetFollowedPostsArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
};


export type QueryGetPeopleArgs = {
  list: PeopleList;
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetActiveAuthorsArgs = {
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  nearby?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryGetPlaceArgs = {
  id: Scalars['ID']['input'];
};


export type QueryGetAreaArgs = {
  path: Scalars['String']['input'];
};


export type QueryGetAreaAtArgs = {
  lat: Scalars['Float']['input'];
  lng: Scalars['Float']['input'];
  zoom: Scalars['Float']['input'];
};


export type QueryGetWeeklyTopArgs = {
  area: Scalars['String']['input'];
};


export type QueryResolveKeywordArgs = {
  keyword: Scalars['String']['input'];
};


export type QueryGetLandmarkArgs = {
  name: Scalars['String']['input'];
  lat: Scalars['Float']['input'];
  lng: Scalars['Float']['input'];
};


export type QueryGetPlacePostsArgs = {
  id: Scalars['ID']['input'];
};


export type QueryGetPlacePhotosArgs = {
  id: Scalars['ID']['input'];
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetSavedPostsArgs = {
  list: SaveList;
  sort?: InputMaybe<Scalars['String']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  radius?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
};


export type QueryGetSavedPinsArgs = {
  list: SaveList;
  keyword?: InputMaybe<Scalars['String']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
};


export type QueryGetImportedRowsArgs = {
  id: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryGetVisitsArgs = {
  post?: InputMaybe<Scalars['ID']['input']>;
  place?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryGetCollectionArgs = {
  id: Scalars['ID']['input'];
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetCollectionsArgs = {
  handle: Scalars['ID']['input'];
  post?: InputMaybe<Scalars['ID']['input']>;
  place?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryGetSearchCollectionsArgs = {
  keyword: Scalars['String']['input'];
};


export type QueryGetNewPostCountArgs = {
  after: Scalars['ID']['input'];
};


export type QueryGetLegalTextArgs = {
  name: Scalars['String']['input'];
};


export type QuerySearchPlacesArgs = {
  keyword: Scalars['String']['input'];
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
};


export type QueryGeocodeArgs = {
  address: Scalars['String']['input'];
};


export type QueryReverseGeocodeArgs = {
  lat: Scalars['Float']['input'];
  lng: Scalars['Float']['input'];
};


export type QueryGetNearestLandmarkArgs = {
  lat: Scalars['Float']['input'];
  lng: Scalars['Float']['input'];
};


export type QueryGetMapPostsArgs = {
  south: Scalars['Float']['input'];
  west: Scalars['Float']['input'];
  north: Scalars['Float']['input'];
  east: Scalars['Float']['input'];
  zoom: Scalars['Float']['input'];
  filter?: InputMaybe<Scalars['String']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  radius?: InputMaybe<Scalars['Int']['input']>;
  open?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
};


export type QueryGetMapShopsArgs = {
  south: Scalars['Float']['input'];
  west: Scalars['Float']['input'];
  north: Scalars['Float']['input'];
  east: Scalars['Float']['input'];
  zoom: Scalars['Float']['input'];
  kind?: InputMaybe<Array<FoodKind>>;
};


export type QueryGetNearShopsArgs = {
  lat: Scalars['Float']['input'];
  lng: Scalars['Float']['input'];
};


export type QueryGetSearchShopsArgs = {
  keyword: Scalars['String']['input'];
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  around?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryGetToldShopsArgs = {
  decided?: InputMaybe<Scalars['Boolean']['input']>;
};

export type Mutation = {
  signup: User;
  update: User;
  changePw: CountResult;
  loginByPasskey: User;
  beginPasskey: Scalars['String']['output'];
  loginByCode: User;
  beginTwoStep: TwoStepSetup;
  confirmTwoStep: Array<Scalars['String']['output']>;
  renewRecoveryCodes: Array<Scalars['String']['output']>;
  endTwoStep: CountResult;
  addPasskey: Passkey;
  renamePasskey: CountResult;
  removePasskey: CountResult;
  beginProviderLogin: Scalars['String']['output'];
  beginProviderLink: Scalars['String']['output'];
  linkPendingLogin: CountResult;
  unlinkLogin: CountResult;
  setTastes: CountResult;
  switchTasteMatching: CountResult;
  remove: CountResult;
  forgotPw: ForgotPasswordResult;
  sendRecoveryMail: CountResult;
  sendVerificationMail: CountResult;
  verifyEmail: CountResult;
  retryMail: CountResult;
  logout: CountResult;
  endSession: CountResult;
  setLocationConsent: Array<Consent>;
  deletePost: CountResult;
  addPost: CountResult;
  editPost: CountResult;
  followUser: CountResult;
  blockUser: CountResult;
  addComment: Comment;
  editComment: Comment;
  deleteComment: CountResult;
  readNotifications: CountResult;
  switchNotifications: CountResult;
  switchWeeklyMail: CountResult;
  report: CountResult;
  takeBackReport: CountResult;
  tellShop: CountResult;
  tellHours: Array<PlaceHours>;
  decideShop: CountResult;
  answerDecision: CountResult;
  moderate: CountResult;
  setModerationRule: CountResult;
  setSignupMode: CountResult;
  setSiteLook: CountResult;
  correctEmail: CountResult;
  endMemberSessions: CountResult;
  exportMember: MemberExport;
  eraseMember: ErasureResult;
  dropErasure: CountResult;
  addWebhook: NewWebhook;
  removeWebhook: CountResult;
  addInvitation: NewInvitation;
  revokeInvitation: CountResult;
  setSitePage: CountResult;
  setRole: CountResult;
  subscribePush: CountResult;
  unsubscribePush: CountResult;
  likePost: LikeResult;
  savePost: CountResult;
  savePlace: CountResult;
  setVisits: Visits;
  addCollection: Collection;
  editCollection: Collection;
  deleteCollection: CountResult;
  putInCollection: CountResult;
  takeFromCollection: CountResult;
  moveInCollection: CountResult;
  setPlan: Collection;
  setHeart: CountResult;
  leavePlan: CountResult;
  keepImported: ImportResult;
  dropPlaceImport: CountResult;
};


export type MutationSignupArgs = {
  email: Scalars['String']['input'];
  username: Scalars['String']['input'];
  password: Scalars['String']['input'];
  questionIndex: Scalars['Int']['input'];
  questionAnswer: Scalars['String']['input'];
  image?: InputMaybe<Scalars['String']['input']>;
  consent?: InputMaybe<ConsentInput>;
  invite?: InputMaybe<Scalars['String']['input']>;
  provider?: InputMaybe<LoginProvider>;
};


export type MutationUpdateArgs = {
  jwt: Scalars['String']['input'];
  email: Scalars['String']['input'];
  username: Scalars['String']['input'];
  questionIndex: Scalars['Int']['input'];
  questionAnswer: Scalars['String']['input'];
  image?: InputMaybe<Scalars['String']['input']>;
  about?: InputMaybe<Scalars['String']['input']>;
};


export type MutationChangePwArgs = {
  jwt: Scalars['String']['input'];
  newPassword: Scalars['String']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationLoginByPasskeyArgs = {
  response: Scalars['String']['input'];
  autoLogin?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationBeginPasskeyArgs = {
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationLoginByCodeArgs = {
  code: Scalars['String']['input'];
};


export type MutationBeginTwoStepArgs = {
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationConfirmTwoStepArgs = {
  setup: Scalars['String']['input'];
  code: Scalars['String']['input'];
};


export type MutationRenewRecoveryCodesArgs = {
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationEndTwoStepArgs = {
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationAddPasskeyArgs = {
  response: Scalars['String']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRenamePasskeyArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
};


export type MutationRemovePasskeyArgs = {
  id: Scalars['ID']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationBeginProviderLoginArgs = {
  provider: LoginProvider;
  next?: InputMaybe<Scalars['String']['input']>;
  autoLogin?: InputMaybe<Scalars['Boolean']['input']>;
  invite?: InputMaybe<Scalars['String']['input']>;
};


export type MutationBeginProviderLinkArgs = {
  provider: LoginProvider;
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationLinkPendingLoginArgs = {
  provider: LoginProvider;
};


export type MutationUnlinkLoginArgs = {
  provider: LoginProvider;
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetTastesArgs = {
  dishes: Array<Scalars['String']['input']>;
};


export type MutationSwitchTasteMatchingArgs = {
  on: Scalars['Boolean']['input'];
};


export type MutationRemoveArgs = {
  jwt: Scalars['String']['input'];
};


export type MutationForgotPwArgs = {
  email: Scalars['String']['input'];
  questionIndex: Scalars['Int']['input'];
  questionAnswer: Scalars['String']['input'];
};


export type MutationVerifyEmailArgs = {
  code?: InputMaybe<Scalars['String']['input']>;
  token?: InputMaybe<Scalars['String']['input']>;
};


export type MutationEndSessionArgs = {
  id: Scalars['ID']['input'];
};


export type MutationSetLocationConsentArgs = {
  version?: InputMaybe<Scalars['String']['input']>;
};


export type MutationDeletePostArgs = {
  id: Scalars['ID']['input'];
};


export type MutationAddPostArgs = {
  contents: Scalars['String']['input'];
  title: Scalars['String']['input'];
  image?: InputMaybe<Scalars['String']['input']>;
  images?: InputMaybe<Array<Scalars['String']['input']>>;
  address?: InputMaybe<Scalars['String']['input']>;
  start_time?: InputMaybe<Scalars['String']['input']>;
  end_time?: InputMaybe<Scalars['String']['input']>;
  username?: InputMaybe<Scalars['String']['input']>;
  user_profile?: InputMaybe<Scalars['String']['input']>;
  user_id?: InputMaybe<Scalars['String']['input']>;
  place_name?: InputMaybe<Scalars['String']['input']>;
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  kind?: InputMaybe<FoodKind>;
  price?: InputMaybe<PriceRange>;
  dishes?: InputMaybe<Array<DishInput>>;
  closed_on?: InputMaybe<Array<ClosedDay>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
  week_hours?: InputMaybe<Array<WeekHoursInput>>;
  telephone?: InputMaybe<Scalars['String']['input']>;
  menus?: InputMaybe<Array<Scalars['Int']['input']>>;
};


export type MutationEditPostArgs = {
  id: Scalars['ID']['input'];
  contents: Scalars['String']['input'];
  title: Scalars['String']['input'];
  image?: InputMaybe<Scalars['String']['input']>;
  images?: InputMaybe<Array<Scalars['String']['input']>>;
  address?: InputMaybe<Scalars['String']['input']>;
  start_time?: InputMaybe<Scalars['String']['input']>;
  end_time?: InputMaybe<Scalars['String']['input']>;
  place_name?: InputMaybe<Scalars['String']['input']>;
  lat?: InputMaybe<Scalars['Float']['input']>;
  lng?: InputMaybe<Scalars['Float']['input']>;
  kind?: InputMaybe<FoodKind>;
  price?: InputMaybe<PriceRange>;
  dishes?: InputMaybe<Array<DishInput>>;
  closed_on?: InputMaybe<Array<ClosedDay>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
  week_hours?: InputMaybe<Array<WeekHoursInput>>;
  telephone?: InputMaybe<Scalars['String']['input']>;
  menus?: InputMaybe<Array<Scalars['Int']['input']>>;
};


export type MutationFollowUserArgs = {
  handle: Scalars['ID']['input'];
  follow: Scalars['Boolean']['input'];
};


export type MutationBlockUserArgs = {
  handle: Scalars['ID']['input'];
  block: Scalars['Boolean']['input'];
};


export type MutationAddCommentArgs = {
  post: Scalars['ID']['input'];
  text: Scalars['String']['input'];
  tasty?: InputMaybe<Scalars['Boolean']['input']>;
  image?: InputMaybe<Scalars['String']['input']>;
  key?: InputMaybe<Scalars['ID']['input']>;
  parent?: InputMaybe<Scalars['ID']['input']>;
};


export type MutationEditCommentArgs = {
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};


export type MutationDeleteCommentArgs = {
  id: Scalars['ID']['input'];
};


export type MutationReadNotificationsArgs = {
  upTo: Scalars['ID']['input'];
};


export type MutationSwitchNotificationsArgs = {
  kind: NotificationKind;
  on: Scalars['Boolean']['input'];
};


export type MutationSwitchWeeklyMailArgs = {
  on: Scalars['Boolean']['input'];
  area?: InputMaybe<Scalars['String']['input']>;
};


export type MutationReportArgs = {
  kind: Scalars['String']['input'];
  id: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  text?: InputMaybe<Scalars['String']['input']>;
};


export type MutationTakeBackReportArgs = {
  kind: ModeratedKind;
  id: Scalars['ID']['input'];
};


export type MutationTellShopArgs = {
  id: Scalars['ID']['input'];
  word: ShopWord;
  told: Scalars['Boolean']['input'];
};


export type MutationTellHoursArgs = {
  id: Scalars['ID']['input'];
  week_hours?: InputMaybe<Array<WeekHoursInput>>;
  closed_on?: InputMaybe<Array<ClosedDay>>;
};


export type MutationDecideShopArgs = {
  id: Scalars['ID']['input'];
  gone: Scalars['Boolean']['input'];
};


export type MutationAnswerDecisionArgs = {
  id: Scalars['ID']['input'];
  text: Scalars['String']['input'];
};


export type MutationModerateArgs = {
  kind: ModeratedKind;
  id: Scalars['ID']['input'];
  action: ModerationAction;
  reason?: InputMaybe<Scalars['String']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
  until?: InputMaybe<Scalars['String']['input']>;
  everything?: InputMaybe<Scalars['Boolean']['input']>;
  version?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSetModerationRuleArgs = {
  kind: ModerationRuleKind;
  value: Scalars['String']['input'];
  on: Scalars['Boolean']['input'];
};


export type MutationSetSignupModeArgs = {
  mode: SignupMode;
};


export type MutationSetSiteLookArgs = {
  name?: InputMaybe<Scalars['String']['input']>;
  welcome?: InputMaybe<Scalars['String']['input']>;
  announcement?: InputMaybe<Scalars['String']['input']>;
  announcementEnds?: InputMaybe<Scalars['String']['input']>;
  accent?: InputMaybe<Scalars['String']['input']>;
  logo?: InputMaybe<Scalars['String']['input']>;
};


export type MutationCorrectEmailArgs = {
  handle: Scalars['ID']['input'];
  email: Scalars['String']['input'];
  reason: Scalars['String']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationEndMemberSessionsArgs = {
  handle: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationExportMemberArgs = {
  handle: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationEraseMemberArgs = {
  handle: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationDropErasureArgs = {
  handle: Scalars['ID']['input'];
};


export type MutationAddWebhookArgs = {
  url: Scalars['String']['input'];
  events: Array<WebhookEvent>;
};


export type MutationRemoveWebhookArgs = {
  id: Scalars['ID']['input'];
};


export type MutationAddInvitationArgs = {
  uses: Scalars['Int']['input'];
  days: Scalars['Int']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
};


export type MutationRevokeInvitationArgs = {
  id: Scalars['ID']['input'];
};


export type MutationSetSitePageArgs = {
  place: Scalars['Int']['input'];
  title: Scalars['String']['input'];
  text: Scalars['String']['input'];
};


export type MutationSetRoleArgs = {
  handle: Scalars['ID']['input'];
  role: Role;
  password?: InputMaybe<Scalars['String']['input']>;
  proof?: InputMaybe<Scalars['String']['input']>;
};


export type MutationSubscribePushArgs = {
  endpoint: Scalars['String']['input'];
  p256dh: Scalars['String']['input'];
  auth: Scalars['String']['input'];
};


export type MutationUnsubscribePushArgs = {
  endpoint: Scalars['String']['input'];
};


export type MutationLikePostArgs = {
  id: Scalars['ID']['input'];
  isLike: Scalars['Boolean']['input'];
  jwt: Scalars['String']['input'];
};


export type MutationSavePostArgs = {
  post: Scalars['ID']['input'];
  list: SaveList;
  saved: Scalars['Boolean']['input'];
};


export type MutationSavePlaceArgs = {
  place: Scalars['ID']['input'];
  list: SaveList;
  saved: Scalars['Boolean']['input'];
};


export type MutationSetVisitsArgs = {
  post?: InputMaybe<Scalars['ID']['input']>;
  place?: InputMaybe<Scalars['ID']['input']>;
  count: Scalars['Int']['input'];
  again?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationAddCollectionArgs = {
  name: Scalars['String']['input'];
  about?: InputMaybe<Scalars['String']['input']>;
  visibility?: InputMaybe<Visibility>;
  key?: InputMaybe<Scalars['ID']['input']>;
};


export type MutationEditCollectionArgs = {
  id: Scalars['ID']['input'];
  name: Scalars['String']['input'];
  about?: InputMaybe<Scalars['String']['input']>;
  visibility: Visibility;
};


export type MutationDeleteCollectionArgs = {
  id: Scalars['ID']['input'];
};


export type MutationPutInCollectionArgs = {
  id: Scalars['ID']['input'];
  post?: InputMaybe<Scalars['ID']['input']>;
  place?: InputMaybe<Scalars['ID']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};


export type MutationTakeFromCollectionArgs = {
  id: Scalars['ID']['input'];
  post?: InputMaybe<Scalars['ID']['input']>;
  place?: InputMaybe<Scalars['ID']['input']>;
};


export type MutationMoveInCollectionArgs = {
  id: Scalars['ID']['input'];
  post: Scalars['ID']['input'];
  position: Scalars['Int']['input'];
};


export type MutationSetPlanArgs = {
  id: Scalars['ID']['input'];
  at?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<PlanPointInput>;
  membersAdd?: InputMaybe<Scalars['Boolean']['input']>;
};


export type MutationSetHeartArgs = {
  id: Scalars['ID']['input'];
  post: Scalars['ID']['input'];
  on: Scalars['Boolean']['input'];
};


export type MutationLeavePlanArgs = {
  id: Scalars['ID']['input'];
};


export type MutationKeepImportedArgs = {
  id: Scalars['ID']['input'];
  rows: Array<Scalars['Int']['input']>;
  choices: Array<Scalars['Int']['input']>;
  collection?: InputMaybe<Scalars['ID']['input']>;
};


export type MutationDropPlaceImportArgs = {
  id: Scalars['ID']['input'];
};
