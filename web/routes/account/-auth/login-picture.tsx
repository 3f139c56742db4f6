import bibimbap from '../../../pictures/bibimbap.webp'

/** Beside the form of login, and of those who forgot their password on the way. */
export const loginPicture = {
  src: bibimbap,
  slogan: (
    <>
      오늘 먹은 한 끼를
      <br />
      이웃과 나눠요
    </>
  ),
  text: '동네에서 찾은 맛을 사진 한 장으로 남겨 보세요.',
}
