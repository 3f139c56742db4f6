import { addressWords, shortProvince } from '../../places/address.ts'

/** The path of an area, as in the URL of its page: '서울/마포구/망원동' for '서울특별시 마포구 망원동'. */
export function pathOfAddress(address: string): string {
  const [province = '', ...rest] = address.split(' ')
  return [shortProvince(province), ...rest].join('/')
}

/** The full address for a path. The 시도 may have its short name, and words may be separated by '·' or '.'. */
export function addressOfPath(path: string): string {
  return addressWords(path.replaceAll('/', ' ')).join(' ').replaceAll('·', '.')
}

/** The last word of an address, as people write it: '서울', '종로1·2·3·4가동'. */
export function areaName(address: string): string {
  const name = address.slice(address.lastIndexOf(' ') + 1)
  return shortProvince(name).replace(/(\d)\.(?=\d)/g, '$1·')
}
