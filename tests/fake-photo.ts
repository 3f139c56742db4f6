/** A photo of one colour, as the API returns it. */
export const fakePhoto = (width = 900, height = 600) => ({
  url: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="teal"/></svg>`)}`,
  info: null,
})
