import type { Queryable } from '../db/connect.ts'

/** A picture that a row may point at: one of ours by id, or an address on an allowed host. */
export type ImageReference = { imageId: number; imageUrl: null } | { imageId: null; imageUrl: string | null }

/** Who may claim a pending picture: the uploader's cookie, or the account that was signed in when it was uploaded. */
export type Claimant = { uploader: string | null; accountId: number | null }

/** What the other domains may ask of pictures. */
export type Images = {
  /**
   * Turns the address a client sent into a reference, and makes a pending picture of that claimant permanent. Belongs in
   * the transaction that stores the reference. `current` is the row's present picture, which may always stay.
   * @throws {AppError} BAD_USER_INPUT with '사용할 수 없는 이미지입니다.' for an address that this host did not issue to the claimant.
   */
  claim(tx: Queryable, address: string | null, claimant: Claimant, current?: ImageReference): Promise<ImageReference>
  /** Address of the largest version, from an `images.key`. */
  urlOf(key: string): string
  /** Queues the files and rows of these pictures for deletion, in the caller's transaction. */
  queueDeletion(tx: Queryable, imageIds: readonly number[]): Promise<void>
}
