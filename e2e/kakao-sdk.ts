import { createServer } from 'node:http'
import { ownPort } from '#tests/own-port.ts'

/**
 * A script with the used part of Kakao's interface (https://apis.map.kakao.com/web/documentation/): '없음' finds nothing,
 * '오류' fails, anything else finds two places. `window.kakaoMap` is the map drawn last, and everything on it is at the
 * same pixel, low down on a phone; `kakaoPress` and `kakaoDrag` act like a finger.
 */
const sdk = `
(() => {
  class LatLng {
    constructor(lat, lng) { this.lat = lat; this.lng = lng }
    getLat() { return this.lat }
    getLng() { return this.lng }
  }
  class LatLngBounds {
    constructor() { this.within = [] }
    extend(at) { this.within.push(at) }
    getSouthWest() { return new LatLng(33, 126) }
    getNorthEast() { return new LatLng(34, 127) }
  }
  const listeners = []
  const tell = (target, name, ...event) => {
    for (const one of listeners) if (one.target === target && one.name === name) one.run(...event)
  }
  class KakaoMap {
    constructor(element, options) {
      Object.assign(this, { element, options, center: options.center, level: options.level, shown: [] })
      element.dataset.drawn = 'kakao'
      window.kakaoMap = this
    }
    getLevel() { return this.level }
    setLevel(level, options) { Object.assign(this, { level, ...options }) }
    getCenter() { return this.center }
    setCenter(center) { this.center = center }
    getBounds() { return new LatLngBounds() }
    setBounds(bounds, ...margins) {
      this.shown.push(bounds.within.map((at) => [at.lat, at.lng]))
      this.margins = margins
    }
    getProjection() { return { containerPointFromCoords: () => ({ x: 180, y: 500 }) } }
    panBy(...steps) { this.panned = steps; tell(this, 'idle') }
    relayout() {}
  }
  class CustomOverlay {
    constructor({ content }) { this.content = content }
    setMap(map) { if (map) map.element.append(this.content); else this.content.remove() }
    getContent() { return this.content }
    setPosition() {}
    setZIndex() {}
  }
  class Marker {
    constructor({ map, position, draggable }) { Object.assign(this, { position, draggable }); this.setMap(map) }
    setOpacity(opacity) { this.opacity = opacity }
    setMap(map) { window.kakaoPin = map ? this : null }
    getPosition() { return this.position }
  }
  class Circle {
    setMap() {}
  }
  const Status = { OK: 'OK', ZERO_RESULT: 'ZERO_RESULT', ERROR: 'ERROR' }
  const answer = (word, done, found) => {
    const status = word === '없음' ? Status.ZERO_RESULT : word === '오류' ? Status.ERROR : Status.OK
    setTimeout(() => done(status === Status.OK ? found : [], status))
  }
  class Places {
    keywordSearch(word, done, options) {
      const place = (number, x, y) => ({
        place_name: word + ' ' + number + '호점', address_name: '서울 중구 을지로 ' + number,
        road_address_name: number === 1 ? '서울 중구 을지로14길 12' : '', x, y,
        distance: options.location ? '1234' : '',
      })
      answer(word, done, [place(1, '126.99', '37.56'), place(2, '127.01', '37.57')])
    }
  }
  class Geocoder {
    addressSearch(address, done) {
      const address_type = /\\d$/.test(address) ? 'ROAD_ADDR' : /로$/.test(address) ? 'ROAD' : 'REGION'
      answer(address, done, [
        { address_name: address, address_type, address: { region_2depth_name: '강남구' }, x: '127.03', y: '37.5' },
      ])
    }
    coord2Address(lng, lat, done) {
      answer(lat === 0 ? '없음' : lat === 1 ? '오류' : '', done, [
        { road_address: lat > 35 ? null : { address_name: '제주 제주시 첨단로 242' }, address: { address_name: '제주 제주시 영평동 2181' } },
      ])
    }
  }
  window.kakaoPress = (lat, lng) => tell(window.kakaoMap, 'click', { latLng: new LatLng(lat, lng) })
  window.kakaoDrag = (lat, lng) => { window.kakaoPin.position = new LatLng(lat, lng); tell(window.kakaoPin, 'dragend') }
  const shared = (window.kakaoShared = [])
  window.Kakao = {
    init: (key) => { shared.key = key }, isInitialized: () => 'key' in shared,
    Share: { sendScrap: (settings) => shared.push(settings.requestUrl) },
  }
  window.kakao = { maps: {
    load: (done) => setTimeout(done), LatLng, LatLngBounds, Map: KakaoMap, CustomOverlay, Circle, Marker,
    event: { addListener: (target, name, run) => listeners.push({ target, name, run }) }, services: { Places, Geocoder, Status },
  } }
})()`

/** A host of the script: the requests it got, and how many of the next ones it fails. */
export type KakaoHost = { url: string; asked: string[]; failures: number; close: () => Promise<void> }

/** Serves the script from a separate origin, as Kakao does. */
export async function startKakaoHost(): Promise<KakaoHost> {
  const port = await ownPort()
  const asked: string[] = []
  const server = createServer((request, reply) => {
    asked.push(request.url ?? '')
    const isFailing = host.failures > 0
    if (isFailing) host.failures--
    reply.writeHead(isFailing ? 503 : 200, {
      'content-type': 'text/javascript',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    reply.end(isFailing ? '' : sdk)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  const host: KakaoHost = { url: `http://127.0.0.1:${port}/v2/maps/sdk.js`, asked, failures: 0, close }
  return host
}
