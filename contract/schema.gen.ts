// Written by `npm run generate` from contract/schema.graphql and the documents in web/. Do not edit.
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

/**
 * The API of the site. The types beside this file are generated from it (`npm run generate`).
 *
 * The names are those of the published contract: `jwt` and `user_id` carry an account's public handle and prove nothing.
 * Only the session cookie identifies the caller.
 */
export type User = {
  /** Address of the profile picture, null without one. */
  image: Maybe<Scalars['String']['output']>;
  email: Scalars['String']['output'];
  username: Scalars['String']['output'];
  /** Public handle of the account: 22 URL-safe characters, stable for life. */
  jwt: Scalars['String']['output'];
  /** Index of the security question, from 0, in the order of `securityQuestions` in `rules/account.ts`. */
  questionIndex: Scalars['Int']['output'];
  /** Answer to the security question; only its owner ever receives it. */
  questionAnswer: Scalars['String']['output'];
  /** One line about oneself, 0-80 code points, which everybody may read. */
  about: Scalars['String']['output'];
  /** Signed in with a temporary password: changing the password, reading and logging out is all that works. */
  restricted: Maybe<Scalars['Boolean']['output']>;
  role: Role;
};

/**
 * What a new member agrees to: for each text the version that was shown (getLegalText). Optional, because other clients ask in
 * their own way.
 */
export type ConsentInput = {
  over14: Scalars['Boolean']['input'];
  terms?: InputMaybe<Scalars['String']['input']>;
  privacy?: InputMaybe<Scalars['String']['input']>;
  /** May be left out. */
  location?: InputMaybe<Scalars['String']['input']>;
};

/** What the caller agreed to. */
export type Consent = {
  /** over14, terms, privacy or location. */
  name: Scalars['String']['output'];
  /** Of the text; null for over14. */
  version: Maybe<Scalars['String']['output']>;
  /** ISO 8601, UTC. */
  agreedAt: Scalars['String']['output'];
  /** When it was withdrawn, which only that to `location` can be; null while it holds. */
  withdrawnAt: Maybe<Scalars['String']['output']>;
};

/** A text of the operator that people agree to. */
export type LegalText = {
  /** terms, privacy or location. */
  name: Scalars['String']['output'];
  title: Scalars['String']['output'];
  /** Made from Markdown, without HTML of its own. */
  html: Scalars['String']['output'];
  /** Differs whenever the text does. */
  version: Scalars['String']['output'];
};

/** One of the caller's own open sessions. */
export type SessionInfo = {
  id: Scalars['ID']['output'];
  /** Browser and system, as far as they tell, such as 'Chrome · Android'. */
  device: Scalars['String']['output'];
  /** ISO 8601, UTC. */
  createdAt: Scalars['String']['output'];
  /** ISO 8601, UTC; up to five minutes behind. */
  lastUsedAt: Scalars['String']['output'];
  /** Opened with auto-login. */
  autoLogin: Scalars['Boolean']['output'];
  /** The session that asks. */
  current: Scalars['Boolean']['output'];
};

/** What goes with the caller's account. */
export type WithdrawalSummary = {
  posts: Scalars['Int']['output'];
  comments: Scalars['Int']['output'];
  /** Likes given to anybody's posts. */
  likes: Scalars['Int']['output'];
  /** Pictures that posts and the profile show. */
  images: Scalars['Int']['output'];
};

/** What a page needs to reserve the room of a picture before it arrives. */
export type ImageInfo = {
  /** Pixels of the largest stored version. */
  width: Scalars['Int']['output'];
  /** Pixels of the largest stored version. */
  height: Scalars['Int']['output'];
  /** A data: URI of a few hundred bytes with the picture's own colours. */
  placeholder: Scalars['String']['output'];
};

export type Post = {
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  contents: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  /** Size and placeholder of `image`; null without one, or when it is kept by another host. */
  image_info: Maybe<ImageInfo>;
  /** In their order, at most 10; the first is `image`. */
  images: Array<PostImage>;
  /** Number of `images`. */
  image_count: Scalars['Int']['output'];
  address: Maybe<Scalars['String']['output']>;
  place_name: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  /** HH:mm in Asia/Seoul. */
  start_time: Maybe<Scalars['String']['output']>;
  /** HH:mm in Asia/Seoul; before start_time means past midnight, equal means 24 hours. */
  end_time: Maybe<Scalars['String']['output']>;
  /** ISO 8601, UTC. */
  createdAt: Scalars['String']['output'];
  username: Scalars['String']['output'];
  user_profile: Maybe<Scalars['String']['output']>;
  /** Public handle of the author. */
  user_id: Scalars['String']['output'];
  /** Number of likes, always exact. */
  like: Scalars['Int']['output'];
  /** The viewer's handle if they like it, then the most recent others; 100 at most. */
  likeUsers: Array<Scalars['String']['output']>;
  /** Whether the viewer likes it. */
  liked: Scalars['Boolean']['output'];
  /** Whether the viewer has kept it under '가고 싶어요', '다녀왔어요'; false for visitors. */
  wanted: Scalars['Boolean']['output'];
  been: Scalars['Boolean']['output'];
  /** Id of its place, for getPlace; null when the post says too little of where that is. */
  place_id: Maybe<Scalars['ID']['output']>;
  /** Number of people who keep a post of its place under '다녀왔어요'; 10,000 at most. */
  been_count: Scalars['Int']['output'];
  /** The areas that its place lies in, the largest first. */
  areas: Array<AreaName>;
  /** Number of comments that the reader may see. */
  comments: Scalars['Int']['output'];
  kind: Maybe<FoodKind>;
  price: Maybe<PriceRange>;
  /** 3 at most. */
  dishes: Array<Dish>;
  /** On these days it does not open. */
  closed_on: Array<ClosedDay>;
  traits: Array<PlaceTrait>;
  /** For its author: why nobody else sees it; null for everybody else, and while it is shown. */
  hiddenBecause: Maybe<Scalars['String']['output']>;
  /** URL path of a picture for links, 1200 × 630, with photo, title and place; another one after a change. */
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

/** For one person, in 10,000 won. */
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
  /** Public holidays of Korea. */
  | 'holiday';

export type PlaceTrait =
  /** For people who eat alone. */
  | 'solo'
  | 'parking'
  | 'reservation'
  | 'takeout'
  | 'pets'
  /** A seat for small children. */
  | 'kids';

export type Dish = {
  name: Scalars['String']['output'];
  /** In won. */
  price: Maybe<Scalars['Int']['output']>;
};

export type DishInput = {
  /** 1-20 code points. */
  name: Scalars['String']['input'];
  /** 0-1,000,000 won. */
  price?: InputMaybe<Scalars['Int']['input']>;
};

export type PostImage = {
  url: Scalars['String']['output'];
  /** Null when it is kept by another host. */
  info: Maybe<ImageInfo>;
};

export type Comment = {
  id: Scalars['ID']['output'];
  post: Scalars['ID']['output'];
  /** 1-200 code points; empty only for '저도 맛있었어요'. */
  text: Scalars['String']['output'];
  /** '저도 맛있었어요'; an account says so once about a post. */
  tasty: Scalars['Boolean']['output'];
  image: Maybe<PostImage>;
  /** ISO 8601, UTC. */
  createdAt: Scalars['String']['output'];
  edited: Scalars['Boolean']['output'];
  author: Author;
  /** Whether the reader may edit it. */
  mine: Scalars['Boolean']['output'];
  /** Whether the reader may delete it: as its author, or as the post's. */
  removable: Scalars['Boolean']['output'];
  /** As of a post. */
  hiddenBecause: Maybe<Scalars['String']['output']>;
};

export type CommentList = {
  data: Array<Comment>;
  /** Opaque; pass it as `cursor` for the next twenty. Null at the end. */
  nextCursor: Maybe<Scalars['String']['output']>;
  /** How many people found it tasty too, with text or without. */
  tastyCount: Scalars['Int']['output'];
  /** The latest of them; 3 at most. */
  tastyAuthors: Array<Author>;
};

export type NotificationKind =
  | 'like'
  | 'comment'
  | 'follow'
  /** A new post of somebody whom the member follows. */
  | 'post'
  /** Moderators decided something about the member (getDecisions); it has no actors and is always on. */
  | 'moderation';

/** What others did for the caller: a group by kind and post. */
export type Notification = {
  id: Scalars['ID']['output'];
  kind: NotificationKind;
  /** Those who did it, the latest first; 3 at most. Whoever has taken it back is left out. */
  actors: Array<Author>;
  /** How many in all; 1,000 at most. */
  actorCount: Scalars['Int']['output'];
  post: Maybe<Scalars['ID']['output']>;
  /** Of the post. */
  title: Maybe<Scalars['String']['output']>;
  /** The post's first picture. */
  image: Maybe<Scalars['String']['output']>;
  /** The latest comment. */
  comment: Maybe<Scalars['ID']['output']>;
  /** Its text; empty for '저도 맛있었어요'. */
  text: Maybe<Scalars['String']['output']>;
  /** When somebody was added last: ISO 8601, UTC. */
  at: Scalars['String']['output'];
  read: Scalars['Boolean']['output'];
};

export type NotificationList = {
  data: Array<Notification>;
  /** Number of unread ones; 100 at most. */
  unread: Scalars['Int']['output'];
  /** Opaque; pass it as `cursor` for the next twenty. Null at the end. */
  nextCursor: Maybe<Scalars['String']['output']>;
};

export type NotificationSwitch = {
  kind: NotificationKind;
  on: Scalars['Boolean']['output'];
};

/** A mail about each week, to the caller's verified address. */
export type WeeklyMail = {
  on: Scalars['Boolean']['output'];
  /** Path of the area whose TOP 10 it has. */
  area: Maybe<Scalars['String']['output']>;
};

export type PostList = {
  data: Array<Post>;
  /**
   * Pages of ten, 0 when there is nothing; exact up to 1,000 pages, an estimate beyond. For a search that stops (`searched`) the
   * first answers may be an estimate too, until its posts have been counted.
   */
  pageCount: Scalars['Int']['output'];
  /** Opaque; pass it as `cursor` for the next ten. Null at the end. A page of open places may be short, or empty, before it. */
  nextCursor: Maybe<Scalars['String']['output']>;
  /**
   * Opaque; pass it as `cursor` to read this page again from its first post, without posts that were added above it since.
   * Null for an empty page, and in every order but latest.
   */
  startCursor: Maybe<Scalars['String']['output']>;
  /** Of a search: what its keyword means; null for other lists. */
  meaning: Maybe<KeywordMeaning>;
  /** Of a search that found none with all the words: what is shown instead. Null for other lists. */
  instead: Maybe<PostsInstead>;
  /** Of a search: the position from which it tells how far its posts are; null when that does not help. */
  from: Maybe<Position>;
  /**
   * Of a search for frequent words or consonants that are hardly ever together: the number of posts that were searched for
   * this page. `nextCursor` then goes on after them, and a page may have fewer than ten posts, or none. Null if all were
   * searched, or enough were found.
   */
  searched: Maybe<Scalars['Int']['output']>;
  /** Of getSavedPosts: entries of this page whose post is gone, each with its place among `data`. Null for other lists. */
  gone: Maybe<Array<GoneEntry>>;
};

/** What a member keeps: `want` and `been` by savePost, `liked` by likePost, `written` by writing. */
export type SaveList =
  | 'want'
  | 'been'
  | 'liked'
  | 'written';

/** What is left of a kept post that is gone ('지워진 글'): its place. */
export type GoneEntry = {
  /** Id of the post, for savePost. */
  post: Scalars['ID']['output'];
  /** Name of the place, else the former title; null if neither is known. */
  title: Maybe<Scalars['String']['output']>;
  address: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  /** For getPlace, while other posts are about the place. */
  place_id: Maybe<Scalars['ID']['output']>;
  /** Number of posts of `data` before it. */
  at: Scalars['Int']['output'];
};

/** A kept post on the map. */
export type SavedPin = {
  post: Scalars['ID']['output'];
  title: Maybe<Scalars['String']['output']>;
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
};

export type Visibility =
  | 'private'
  | 'link'
  | 'public';

/** Places that a member has put together under a name. */
export type Collection = {
  /** 22 URL-safe characters: whoever has the link of a `link` collection may read it, nobody finds it. */
  id: Scalars['ID']['output'];
  /** 1-30 code points. */
  name: Scalars['String']['output'];
  /** 0-200 code points. */
  about: Scalars['String']['output'];
  visibility: Visibility;
  owner: Author;
  /** Entries that the reader may see. */
  count: Scalars['Int']['output'];
  /** The first picture of its posts. */
  cover: Maybe<PostImage>;
  /** The first three. */
  covers: Array<PostImage>;
  /** Of getCollections with `post`: whether it has that post; else false. */
  has: Scalars['Boolean']['output'];
  /** Whether it is the reader's. */
  mine: Scalars['Boolean']['output'];
  /** As of a post. */
  hiddenBecause: Maybe<Scalars['String']['output']>;
  /** ISO 8601, UTC. */
  updatedAt: Scalars['String']['output'];
  /** URL path of a picture for links, 1200 × 630, with photo, title and place; another one after a change. */
  share_image: Scalars['String']['output'];
};

export type CollectionEntry = {
  /** Id of the post, which may be gone. */
  id: Scalars['ID']['output'];
  /** Null when the post is gone. */
  post: Maybe<Post>;
  /** Of the post; once that is gone, the name of its place or the former title; empty if neither is known. */
  title: Scalars['String']['output'];
  /** 0-100 code points. */
  note: Scalars['String']['output'];
  /** Also when the post is gone. */
  address: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  /** For getPlace, while other posts are about the place. */
  place_id: Maybe<Scalars['ID']['output']>;
};

export type CollectionPage = {
  collection: Collection;
  /** In their order; all of them, 200 at most. */
  entries: Array<CollectionEntry>;
  /** Always null: entries come at once. */
  nextCursor: Maybe<Scalars['String']['output']>;
};

/** How much the caller keeps; each number is 10,000 at most. */
export type SavedCounts = {
  want: Scalars['Int']['output'];
  /** Of these, places that are open now. */
  wantOpen: Scalars['Int']['output'];
  been: Scalars['Int']['output'];
  liked: Scalars['Int']['output'];
  written: Scalars['Int']['output'];
};

export type AreaName = {
  /** As people write it: '서울', '망원동'. */
  name: Scalars['String']['output'];
  /** For getArea and the address of its page: '서울/마포구/망원동'. */
  path: Scalars['String']['output'];
};

export type AreaCount = {
  name: Scalars['String']['output'];
  path: Scalars['String']['output'];
  /** Number of posts, always exact. */
  count: Scalars['Int']['output'];
};

export type WeeklyPost = {
  post: Post;
  /** Who liked, kept or commented on it within a week; its author does not count. */
  people: Scalars['Int']['output'];
};

export type Box = {
  south: Scalars['Float']['output'];
  west: Scalars['Float']['output'];
  north: Scalars['Float']['output'];
  east: Scalars['Float']['output'];
};

/** A 시도, 시군구 or 동; the country, with an empty path, is the largest. */
export type Area = {
  name: Scalars['String']['output'];
  /** Its one true path, whatever it was asked by. */
  path: Scalars['String']['output'];
  /** The areas that it lies in, the largest first. */
  around: Array<AreaName>;
  /** Its parts, those with the most posts first. */
  parts: Array<AreaCount>;
  /** Other 동 that lie in it. */
  names: Array<Scalars['String']['output']>;
  /** Number of posts, always exact. */
  count: Scalars['Int']['output'];
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  /** Around its borders; null when they are not known. */
  box: Maybe<Box>;
  /** URL path of a picture for links, 1200 × 630, with photo, title and place; another one after a change. */
  share_image: Scalars['String']['output'];
};

export type PlacePhoto = {
  /** Id of the post that shows it. */
  post: Scalars['ID']['output'];
  /** Title of that post. */
  title: Scalars['String']['output'];
  image: Scalars['String']['output'];
  image_info: Maybe<ImageInfo>;
};

/** A place that posts are about: the same imported place, or the same name within 150 metres. */
export type Place = {
  id: Scalars['ID']['output'];
  /** As the newest post calls it. */
  name: Scalars['String']['output'];
  /** As the newest post that has one. */
  address: Maybe<Scalars['String']['output']>;
  lat: Maybe<Scalars['Float']['output']>;
  lng: Maybe<Scalars['Float']['output']>;
  /** The areas that its newest post with a position lies in, else its newest post with an address; the largest first. */
  areas: Array<AreaName>;
  /** HH:mm in Asia/Seoul, as most people say of those who say both times; of as many the newest. */
  start_time: Maybe<Scalars['String']['output']>;
  end_time: Maybe<Scalars['String']['output']>;
  /** How many people say so. */
  hours_count: Scalars['Int']['output'];
  /** As the newest post with these times that says any. */
  closed_on: Array<ClosedDay>;
  /** As most people say, and how many. */
  price: Maybe<PriceRange>;
  price_count: Scalars['Int']['output'];
  /** The most named first; 3 at most. */
  kinds: Array<KindCount>;
  /** The most named first; 5 at most. */
  dishes: Array<PlaceDish>;
  /** People who have one of its posts under '다녀왔어요'; 10,000 at most. */
  been_count: Scalars['Int']['output'];
  /** Number of posts; 10,000 at most. */
  count: Scalars['Int']['output'];
  /** Likes of these posts together. */
  like: Scalars['Int']['output'];
  /** Photos of the newest posts; 12 at most. getPlacePhotos has all. */
  photos: Array<PlacePhoto>;
  /** The newest with words; 10 at most. */
  comments: Array<PlaceComment>;
};

export type PlacePhotoList = {
  data: Array<PlacePhoto>;
  /** Opaque; pass it as `cursor` for the next thirty. Null at the end. */
  nextCursor: Maybe<Scalars['String']['output']>;
};

/** How many people say that a place is of this kind. */
export type KindCount = {
  kind: FoodKind;
  count: Scalars['Int']['output'];
};

export type PlaceDish = {
  /** As the newest post writes it. */
  name: Scalars['String']['output'];
  /** Won, as the newest post that says one. */
  price: Maybe<Scalars['Int']['output']>;
  /** How many people name it. */
  count: Scalars['Int']['output'];
};

export type PlaceComment = {
  /** Title of the comment's post. */
  title: Scalars['String']['output'];
  comment: Comment;
};

/** A member as others see them. Who has blocked the reader, or was blocked by them, is NOT_FOUND to the reader. */
export type Author = {
  /** The public handle, as `user_id` of a post. */
  handle: Scalars['ID']['output'];
  username: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  /** 0-80 code points. */
  about: Scalars['String']['output'];
  /** ISO 8601, UTC: day of sign-up. */
  since: Scalars['String']['output'];
  posts: Scalars['Int']['output'];
  likesReceived: Scalars['Int']['output'];
  followers: Scalars['Int']['output'];
  following: Scalars['Int']['output'];
  /** Whether the reader follows, or has blocked, them. */
  followed: Scalars['Boolean']['output'];
  blocked: Scalars['Boolean']['output'];
  /** Where their newest posts with a position are; 300 at most. */
  pins: Array<SavedPin>;
};

/** Lists of people that only the caller may see. */
export type PeopleList =
  | 'followers'
  | 'following'
  | 'blocked';

export type AuthorList = {
  data: Array<Author>;
  /** Opaque; pass it as `cursor` for the next ones. Null at the end. */
  nextCursor: Maybe<Scalars['String']['output']>;
};

export type LikeResult = {
  count: Scalars['Int']['output'];
  likeUsers: Array<Scalars['String']['output']>;
};

export type CountResult = {
  /** Number of rows the operation touched, or that were counted. */
  count: Scalars['Int']['output'];
  /** The id of what was added or changed. */
  id: Maybe<Scalars['ID']['output']>;
};

export type ForgotPasswordResult = {
  /** The temporary password with its last four characters as asterisks. */
  password: Scalars['String']['output'];
};

export type Position = {
  /** Degrees, WGS 84. */
  lat: Scalars['Float']['output'];
  /** Degrees, WGS 84. */
  lng: Scalars['Float']['output'];
};

/** How exactly a position is known, from the best to the worst. */
export type Precision =
  | 'building'
  | 'road'
  | 'dong'
  | 'district'
  | 'province';

export type PlaceResult = {
  position: Position;
  place_name: Scalars['String']['output'];
  /** By road where one is known, else by lot; empty when neither is. */
  address_name: Scalars['String']['output'];
  /** What kind of place it is; null for an area or when nobody says. */
  category: Maybe<Scalars['String']['output']>;
  /** dong, district or province of an area, whose `position` is only its centre; null for a place. */
  precision: Maybe<Precision>;
  /** Rank, from 1. */
  rate: Scalars['Int']['output'];
  /** Metres from the position that was given; null without one. */
  distance: Maybe<Scalars['Int']['output']>;
  /** `posts`, `built-in`, the key of an imported source, or the name of an online service. */
  source: Scalars['String']['output'];
};

export type GeocodeResult = {
  position: Position;
  /** The part of the address that was found; for a building that is unknown, the nearest known number on its road. */
  address_name: Scalars['String']['output'];
  precision: Precision;
  /** The same in the words to show: '동 단위 위치'. */
  precision_label: Scalars['String']['output'];
  /** For a number on a road, within how many metres the building probably is; null for anywhere on it, and for the rest. */
  radius: Maybe<Scalars['Int']['output']>;
  /** The line of the road, from its first number to its last, if only the road is known; else empty. */
  road: Array<Position>;
};

export type ReverseGeocodeResult = {
  /** Names from the large to the small: '경기도 수원시 장안구 정자동'. */
  address_name: Scalars['String']['output'];
  /** The nearest number on the nearest road, estimated: '경기도 수원시 장안구 정조로 32'; null away from any road. */
  road_address: Maybe<Scalars['String']['output']>;
  province: Scalars['String']['output'];
  district: Maybe<Scalars['String']['output']>;
  dong: Maybe<Scalars['String']['output']>;
  /** Official code of the 행정동, when the source tells it. */
  code: Maybe<Scalars['String']['output']>;
  /** False when the position lies a little outside, or when only the nearest centre is known. */
  exact: Scalars['Boolean']['output'];
  precision: Precision;
  precision_label: Scalars['String']['output'];
};

/** A station, market or sight by which people say where something is. */
export type Landmark = {
  name: Scalars['String']['output'];
  position: Position;
  /** Metres from the position that was given. */
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

/** A station, market, sight, airport, terminal, university or island. */
export type NamedLandmark = {
  name: Scalars['String']['output'];
  kind: LandmarkKind;
  /** Its 시도 and 시군구: '서울 마포구'; empty when its address is not known. */
  area: Scalars['String']['output'];
  position: Position;
  /**
   * Whether the keyword is its name: the whole one, one without its ending ('강남' for 강남역), its initial consonants, a by-name
   * ('홍대') or its English name. False when the name only begins with the keyword.
   */
  named: Scalars['Boolean']['output'];
};

/** An area that a keyword names, or that begins with it. */
export type NamedArea = {
  /** With the areas around it: '서울 마포구 망원동'. */
  name: Scalars['String']['output'];
  /** For getArea and the address of its page. */
  path: Scalars['String']['output'];
  /** Number of posts, always exact. */
  count: Scalars['Int']['output'];
  /** Its centre. */
  position: Position;
  precision: Precision;
  /** Whether the keyword is its name, whole or as people shorten it; false when the name only begins with it. */
  named: Scalars['Boolean']['output'];
};

export type KeywordKind =
  | 'area'
  | 'landmark'
  /** Food, by a dish or a kind. */
  | 'dish'
  | 'text';

/** What a keyword means. Search, map and picker show the same. */
export type KeywordMeaning = {
  kind: KeywordKind;
  /** What is searched instead: '국밥' for 'rnrqkq' and for 국빱; null if it is the keyword. */
  correction: Maybe<Scalars['String']['output']>;
  /** Areas that the keyword or a part of it names, then those that begin with it; 6 at most. */
  areas: Array<NamedArea>;
  /** The same for landmarks; 3 at most. */
  landmarks: Array<NamedLandmark>;
  /** Food whose name begins with the keyword, while somebody types it; 3 at most. */
  dishes: Array<Scalars['String']['output']>;
  /** Other keywords, the most similar first, if this one names nothing; 5 at most. */
  suggestions: Array<Scalars['String']['output']>;
};

/** Posts that are shown because none has all the words of a keyword. */
export type PostsInstead = {
  /** What the keyword names: '홍대입구역', '서울 마포구 망원동'. */
  name: Scalars['String']['output'];
  /** Whether they are the posts of that area; otherwise the nearest to it. */
  isArea: Scalars['Boolean']['output'];
};

export type PlaceAttribution = {
  /** `tiles`, the key of an imported source, or the name of an online service. */
  source: Scalars['String']['output'];
  text: Scalars['String']['output'];
  url: Maybe<Scalars['String']['output']>;
};

/** What a page needs to draw a map; null means not configured. */
export type MapSettings = {
  kakao_key: Maybe<Scalars['String']['output']>;
  /** Address of Kakao's script, without the key. */
  kakao_url: Maybe<Scalars['String']['output']>;
  /** Template of raster tiles with {z}, {x}, {y} and perhaps {s}. */
  tiles_url: Maybe<Scalars['String']['output']>;
  /** Address of a PMTiles file that is read by range. */
  pmtiles_url: Maybe<Scalars['String']['output']>;
};

/** Posts that lie so close on the screen that they are one marker. */
export type MapCluster = {
  /** Centre of its posts. */
  lat: Scalars['Float']['output'];
  lng: Scalars['Float']['output'];
  /** Number of posts; an estimate when the map says so. */
  count: Scalars['Int']['output'];
  /** Around its posts; a point when all of them stand in one place. */
  south: Scalars['Float']['output'];
  west: Scalars['Float']['output'];
  north: Scalars['Float']['output'];
  east: Scalars['Float']['output'];
  /** The post, if this is a single one and the zoom shows single posts. */
  id: Maybe<Scalars['ID']['output']>;
  title: Maybe<Scalars['String']['output']>;
  kind: Maybe<FoodKind>;
  /** The URL of its first photo. */
  image: Maybe<Scalars['String']['output']>;
  /** The area around it, by the nearest known centre: 시도, from closer 시군구 or 동, without the larger areas; null abroad. */
  area: Maybe<Scalars['String']['output']>;
};

export type MapPosts = {
  /** A screenful at most, wherever the map is. */
  clusters: Array<MapCluster>;
  /** Number of posts in view. */
  count: Scalars['Int']['output'];
  /** Whether counts are estimates, made from a sample of the posts with a common word. */
  estimated: Scalars['Boolean']['output'];
  /** Posts in view in the order of the filter; 20 at most. */
  data: Array<Post>;
};

/** What moderators see and do. For everybody else these operations answer NOT_FOUND. */
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
  /** By an account that was less than a day old. */
  isNew: Scalars['Boolean']['output'];
};

/** What was reported, held for a word, or answered by its author, and waits for a moderator. */
export type ReportedItem = {
  kind: ModeratedKind;
  /** A collection's or an author's is its handle. */
  id: Scalars['ID']['output'];
  title: Scalars['String']['output'];
  text: Scalars['String']['output'];
  image: Maybe<Scalars['String']['output']>;
  /** Of a post, or the post that a comment is under. */
  post: Maybe<Scalars['ID']['output']>;
  authorName: Scalars['String']['output'];
  authorHandle: Scalars['ID']['output'];
  hidden: Scalars['Boolean']['output'];
  /** It was removed; its author has answered. */
  gone: Scalars['Boolean']['output'];
  /** It has a word to hold. */
  held: Scalars['Boolean']['output'];
  since: Scalars['String']['output'];
  reporters: Scalars['Int']['output'];
  /** Networks of the reporters; those of one count once. */
  networks: Scalars['Int']['output'];
  /** At most 20. */
  reports: Array<Report>;
  /** What the author answered to a decision. */
  answer: Maybe<Scalars['String']['output']>;
  /** Of what was decided: the reason that its author was told. */
  decision: Maybe<Scalars['String']['output']>;
};

export type ReportList = {
  data: Array<ReportedItem>;
  nextCursor: Maybe<Scalars['String']['output']>;
};

/** What moderators decided about the caller. */
export type Decision = {
  id: Scalars['ID']['output'];
  kind: ModeratedKind;
  /** The post, if it is one. */
  item: Maybe<Scalars['ID']['output']>;
  /** hide, hold, remove or suspend */
  action: Scalars['String']['output'];
  title: Scalars['String']['output'];
  reason: Scalars['String']['output'];
  /** Of a suspension; null for good. */
  until: Maybe<Scalars['String']['output']>;
  at: Scalars['String']['output'];
  undone: Scalars['Boolean']['output'];
  answer: Maybe<Scalars['String']['output']>;
  /** Whether it may be answered; once. */
  answerable: Scalars['Boolean']['output'];
};

export type ModeratedPerson = {
  handle: Scalars['ID']['output'];
  username: Scalars['String']['output'];
  /** Its beginning and its domain. */
  email: Scalars['String']['output'];
  role: Role;
  since: Scalars['String']['output'];
  posts: Scalars['Int']['output'];
  comments: Scalars['Int']['output'];
  /** How many of their things, themselves among them, were ever reported. */
  reported: Scalars['Int']['output'];
  pending: Scalars['Boolean']['output'];
  hidden: Scalars['Boolean']['output'];
  suspended: Scalars['Boolean']['output'];
  /** Null for good. */
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

export type PersonCard = {
  person: ModeratedPerson;
  /** Null for whom the caller may not decide about. */
  sessions: Maybe<Array<PersonSession>>;
  /** The newest 20. */
  posts: Array<PersonPost>;
  /** The latest 30 entries about them. */
  record: Array<RecordEntry>;
};

export type RecordEntry = {
  id: Scalars['ID']['output'];
  at: Scalars['String']['output'];
  action: Scalars['String']['output'];
  kind: Maybe<Scalars['String']['output']>;
  item: Maybe<Scalars['ID']['output']>;
  reason: Scalars['String']['output'];
  /** Null: the command line, the site itself, or somebody who has withdrawn. */
  actor: Maybe<Scalars['String']['output']>;
  about: Maybe<Scalars['String']['output']>;
  aboutHandle: Maybe<Scalars['ID']['output']>;
};

export type ModerationRules = {
  words: Array<Scalars['String']['output']>;
  domains: Array<Scalars['String']['output']>;
  networks: Array<Scalars['String']['output']>;
  signup: SignupMode;
};

export type Query = {
  /** The caller's own decisions, the latest first. */
  getDecisions: Array<Decision>;
  /** What waits, the oldest first, each item once; with `decided`, what is hidden or was removed, the latest first. */
  getReports: ReportList;
  /** By an exact nickname, e-mail address or handle; for '', who waits for approval, is suspended or has a role. */
  findPeople: Array<ModeratedPerson>;
  /** That it was looked at is recorded. */
  getPersonCard: PersonCard;
  /** The latest first, 50 before the entry `before`. */
  getModerationRecord: Array<RecordEntry>;
  getModerationRules: ModerationRules;
  /** Version and commit of what runs, for moderators. */
  getRelease: Scalars['String']['output'];
  /** Opens a session for this browser. It is a query because clients rely on that; it is answered to POST only. */
  login: User;
  /** The signed-in person; `jwt` must be their own handle. */
  user: User;
  /**
   * `pageParam` counts from 1 and is ignored with `cursor`; with `near`, `open` or `area` pages after the 101st are empty by number,
   * and reached by cursor. `filter`: latest (default), popular, order; near, the nearest to
   * `lat` and `lng` first, of posts that have a position and with neither `user_id` nor `place`, and with `radius` none farther
   * away than so many metres, up to 1,000 kilometres. `open`: only posts whose hours
   * say that the place is open; a cursor carries the minute for which that was asked. `kind`, `price`: only posts with one of these;
   * `traits`: only posts with all of these. `place`: the id of a place;
   * `area`: the path of an area; at most one of these and `user_id` may be given.
   */
  getPosts: PostList;
  getPost: Post;
  /** Newest first, twenty at a time. */
  getComments: CommentList;
  /** The caller's own of ninety days, the latest first. */
  getNotifications: NotificationList;
  /** Of what the caller is notified. */
  getNotificationSwitches: Array<NotificationSwitch>;
  /** Null where the site has no mail server or does not verify addresses. */
  getWeeklyMail: Maybe<WeeklyMail>;
  /** The site's VAPID key, with which a browser subscribes to Web Push: base64url. */
  getPushKey: Scalars['String']['output'];
  /**
   * `filter`, `radius`, `open`, `kind`, `price` and `traits` as for getPosts. Without `filter` the best match comes first: the words in the
   * title, then in the name of the place, then elsewhere; the newest first among equals. A word also finds other spellings of a dish, and dishes of its kind.
   * The name of an area finds its posts, that of a landmark the posts around it.
   */
  getSearchPosts: PostList;
  getAuthor: Author;
  /**
   * Posts of whom the caller follows, newest first. `open`, `kind`, `price` and `traits` as for getPosts; with one of them the
   * newest 100 of each author are looked at.
   */
  getFollowedPosts: PostList;
  /** The caller's own lists, the last added first. */
  getPeople: AuthorList;
  /** Five at most who posted lately and got the most likes, for a caller who follows few: neither they nor whom they follow. */
  getActiveAuthors: Array<Author>;
  getPlace: Place;
  /** The area with that path; shorter and former names, and those of other 동 in it, lead to it as well. */
  getArea: Area;
  /** The area that a map shows: a 시도 from afar, a 동 from near by; null for the country, the sea and other countries. */
  getAreaAt: Maybe<AreaName>;
  /** The posts of a 시군구 or 동 that most people liked, kept or commented on within a week; 10 at most, up to an hour old. */
  getWeeklyTop: Array<WeeklyPost>;
  /** Where most posts are; 8 at most, up to ten seconds old. */
  getPopularAreas: Array<AreaCount>;
  /**
   * What a keyword means, also while somebody types it: its last syllable may be unfinished, its keyboard the English one, one key
   * wrong. Only our own names: no online service is asked.
   */
  resolveKeyword: KeywordMeaning;
  /** The station, market or sight of exactly that name within some 150 metres of the position; null if there is none. */
  getLandmark: Maybe<NamedLandmark>;
  /** Other posts of the same place, most liked first; 5 at most. */
  getPlacePosts: Array<Post>;
  /** Photos of all posts of a place, those of the newest posts first; thirty at a time. */
  getPlacePhotos: PlacePhotoList;
  /**
   * The caller's own. `sort`: saved (default, newest first) or near, which needs lat and lng: the nearest first, then those without
   * a position, and with `radius` none farther away than so many metres. Near, or with a keyword, the newest 5,000 are looked at.
   */
  getSavedPosts: PostList;
  /** The caller's own with a position, newest first; 1,000 at most. */
  getSavedPins: Array<SavedPin>;
  getSavedCounts: SavedCounts;
  /** NOT_FOUND for an unknown id and for another's private collection alike. */
  getCollection: CollectionPage;
  /** Public ones of an author; all of one's own. The last changed first; 100 at most. */
  getCollections: Array<Collection>;
  /** Public ones with all words of the keyword in their name or text; 12 at most. */
  getSearchCollections: Array<Collection>;
  /** How many posts are newer than the one named; 99 at most. */
  getNewPostCount: CountResult;
  /** The caller's open sessions, the last used first; 50 at most. */
  getSessions: Array<SessionInfo>;
  /** What a withdrawal of the caller would erase. */
  getWithdrawalSummary: WithdrawalSummary;
  getConsents: Array<Consent>;
  getLegalText: LegalText;
  /**
   * Places and areas with all words of the keyword; with a position, how far away they are. Call it on submit, not on typing.
   * In the first seconds of a fresh site, nothing found is the error PREPARING: ask again after a while.
   */
  searchPlaces: Array<PlaceResult>;
  /** Where an address is; null when no part of it is known. */
  geocode: Maybe<GeocodeResult>;
  /** In which area a position lies; null for the sea and other countries. */
  reverseGeocode: Maybe<ReverseGeocodeResult>;
  /** The station within a kilometre, or else the nearest station, market or sight within three; null if none is known. */
  getNearestLandmark: Maybe<Landmark>;
  /** The lines that every map must show. */
  getPlaceAttributions: Array<PlaceAttribution>;
  getMapSettings: MapSettings;
  /**
   * Posts within a map's bounds at a zoom of Web Mercator, gathered into clusters. `filter`, `keyword`, `open`, `kind`, `price`
   * and `traits` as for lists.
   */
  getMapPosts: MapPosts;
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


export type QueryLoginArgs = {
  email: Scalars['String']['input'];
  password: Scalars['String']['input'];
  autoLogin?: InputMaybe<Scalars['Boolean']['input']>;
};


export type QueryUserArgs = {
  jwt: Scalars['String']['input'];
};


export type QueryGetPostsArgs = {
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


export type QueryGetCollectionArgs = {
  id: Scalars['ID']['input'];
  cursor?: InputMaybe<Scalars['String']['input']>;
};


export type QueryGetCollectionsArgs = {
  handle: Scalars['ID']['input'];
  post?: InputMaybe<Scalars['ID']['input']>;
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
  open?: InputMaybe<Scalars['Boolean']['input']>;
  kind?: InputMaybe<Array<FoodKind>>;
  price?: InputMaybe<Array<PriceRange>>;
  traits?: InputMaybe<Array<PlaceTrait>>;
};

export type Mutation = {
  signup: User;
  update: User;
  /** `password` is the current one. It may be left out for half an hour after a login with a temporary password. */
  changePw: CountResult;
  remove: CountResult;
  forgotPw: ForgotPasswordResult;
  sendRecoveryMail: CountResult;
  /**
   * Mails a 6-digit code and a link to the caller's own address; `count` is 0 when it is verified. Where addresses are verified,
   * addPost is the error EMAIL_UNVERIFIED before.
   */
  sendVerificationMail: CountResult;
  /** By the code of the last mail, or by the token of its link, which needs no session. Each works once. */
  verifyEmail: CountResult;
  logout: CountResult;
  /** Ends one of the caller's sessions; `count` is 0 when there is none of that id. */
  endSession: CountResult;
  /** Agrees to that version of the location notice, or without one withdraws the consent. Returns what the caller agreed to. */
  setLocationConsent: Array<Consent>;
  deletePost: CountResult;
  /** `username` and `user_profile` are accepted and ignored; `user_id` must be the caller's own handle when given. */
  addPost: CountResult;
  /** Replaces every field: one that is left out or null becomes empty. */
  editPost: CountResult;
  /** `follow` is the wanted state; `count` is 1 when something changed. */
  followUser: CountResult;
  /** `block` is the wanted state. Neither sees the other any more, and neither follows the other. */
  blockUser: CountResult;
  /** `image` needs a text. `key` is an idempotency key, like the header of addPost. */
  addComment: Comment;
  editComment: Comment;
  /** By its author, or the post's. */
  deleteComment: CountResult;
  /** Marks as read all up to this one. */
  readNotifications: CountResult;
  /** `on` is the wanted state. It holds for what happens from then on. */
  switchNotifications: CountResult;
  /** `area`: the path of the area whose TOP 10 the mail has. */
  switchWeeklyMail: CountResult;
  /**
   * Reports a post, comment, collection or author (`kind`, with its id, a collection's or an author's handle), for one of the
   * reasons spam, abuse, sexual, privacy, false, rights, other; the last needs a text. The caller does not see it any more.
   */
  report: CountResult;
  /** Once for each decision, to the moderators. */
  answerDecision: CountResult;
  /**
   * By moderators, about others who are no admins. `reason` is told to the author and needed to hide, remove and suspend; `note` is
   * only recorded. `until` (ISO 8601, UTC; for good without it) and `everything` (hides all they wrote) are of a suspension.
   */
  moderate: CountResult;
  /** `on` is the wanted state. */
  setModerationRule: CountResult;
  /** By admins. */
  setSignupMode: CountResult;
  /** By admins, of who is none. */
  setRole: CountResult;
  /**
   * Lets the site send notifications to this browser until the session ends: what `PushSubscription.toJSON()` says. Ten browsers of an
   * account at most; the oldest gives way.
   */
  subscribePush: CountResult;
  unsubscribePush: CountResult;
  /** `isLike` is the wanted state; setting it twice changes nothing. */
  likePost: LikeResult;
  /**
   * The wanted state of an entry of `want` or `been`, which have 5,000 entries at most. `count` is 1 when something changed. The
   * entry of a post that is gone can be removed too.
   */
  savePost: CountResult;
  /** Up to 100; `private` unless said otherwise. A second request with the same `key` returns the first one's. */
  addCollection: Collection;
  editCollection: Collection;
  deleteCollection: CountResult;
  /** Adds a post at the end, up to 200, or changes its note; without `note` that stays. `count` is 1 when something changed. */
  putInCollection: CountResult;
  takeFromCollection: CountResult;
  /** To a position from 1; beyond the end is the end. */
  moveInCollection: CountResult;
};


export type MutationSignupArgs = {
  email: Scalars['String']['input'];
  username: Scalars['String']['input'];
  password: Scalars['String']['input'];
  questionIndex: Scalars['Int']['input'];
  questionAnswer: Scalars['String']['input'];
  image?: InputMaybe<Scalars['String']['input']>;
  consent?: InputMaybe<ConsentInput>;
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
};


export type MutationSetModerationRuleArgs = {
  kind: ModerationRuleKind;
  value: Scalars['String']['input'];
  on: Scalars['Boolean']['input'];
};


export type MutationSetSignupModeArgs = {
  mode: SignupMode;
};


export type MutationSetRoleArgs = {
  handle: Scalars['ID']['input'];
  role: Role;
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
  post: Scalars['ID']['input'];
  note?: InputMaybe<Scalars['String']['input']>;
};


export type MutationTakeFromCollectionArgs = {
  id: Scalars['ID']['input'];
  post: Scalars['ID']['input'];
};


export type MutationMoveInCollectionArgs = {
  id: Scalars['ID']['input'];
  post: Scalars['ID']['input'];
  position: Scalars['Int']['input'];
};
