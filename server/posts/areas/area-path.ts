import { addressWords, shortProvince } from '../../places/address.ts'

/** The address of an area as it stands in the address of its page: '서울/마포구/망원동' for '서울특별시 마포구 망원동'. */
export function areaPath(address: string): string {
  const [province = '', ...rest] = address.split(' ')
  return [shortProvince(province), ...rest].join('/')
}

/** The full address that a path means, however it names the 시도 and whatever stands between the words. */
export function addressOfPath(path: string): string {
  return addressWords(path.replaceAll('/', ' ')).join(' ').replaceAll('·', '.')
}

/** The last word of an address, as people write it: '서울', '종로1·2·3·4가동'. */
export function areaName(address: string): string {
  const name = address.slice(address.lastIndexOf(' ') + 1)
  return shortProvince(name).replace(/(\d)\.(?=\d)/g, '$1·')
}
