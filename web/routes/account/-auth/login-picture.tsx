import bibimbap from '../../../pictures/bibimbap.webp'

/** The picture beside the login and recovery forms. */
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
