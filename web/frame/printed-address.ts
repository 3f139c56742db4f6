const addressOf = (url: string) => {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** A print ends with the page's address, in the letters that people read. */
export function printAddress(): void {
  addEventListener('beforeprint', () => {
    const printed = document.querySelector('.printed') ?? document.body.appendChild(document.createElement('p'))
    printed.className = 'wrap printed'
    printed.textContent = addressOf(location.href.split('#')[0] ?? '')
  })
}
