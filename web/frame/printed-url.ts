const decodedUrl = (url: string) => {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** Adds the page's URL at the end of each print, with percent-encoded letters decoded. */
export function addUrlToPrints(): void {
  addEventListener('beforeprint', () => {
    const printed = document.querySelector('.printed') ?? document.body.appendChild(document.createElement('p'))
    printed.className = 'wrap printed'
    printed.textContent = decodedUrl(location.href.split('#')[0] ?? '')
  })
}
