// Every copy of the fonts has to come with their licence.
import '../styles/fonts/OFL.txt?url'
import { PAGE_CODE, paths } from '#rules/paths.ts'
import regular from '../styles/fonts/matnanum-ui-400.woff2'
import bold from '../styles/fonts/matnanum-ui-700.woff2'

/** Of each font file the `font-weight` of its @font-face, and its URL. `npm run fonts` makes the files. */
const FILES = `[['400 500','${regular}'],['600 800','${bold}']]`

/** The name in tokens.css. */
const FAMILY = 'MatnanumUI'

/** Devices whose own Korean font is as good as ours. They load none. */
const HAS_KOREAN_FONT = 'Android|iPhone|iPad|Macintosh'

/** Of a map that is drawn, or cannot be. */
const MAP_IS_READY = '.map[data-status=success]>.map-canvas:not([data-loading]),.map[data-status=failure]'

/**
 * Runs before the first paint: loads our fonts where they are needed, on the map page after the map, and shows them all
 * at once, so that the page is laid out anew once. Until then a font of the device has the same width (tokens.css).
 */
export const fontsScript = `!function(h){if(/${HAS_KOREAN_FONT}/.test(navigator.userAgent)||h.dataset.fonts||!window.FontFace)return
h.dataset.fonts='own'
!function f(){if(location.pathname=='${paths.map}'&&!document.querySelector('${MAP_IS_READY}'))return setTimeout(f,300)
Promise.all(${FILES}.map(function(f){return new FontFace('${FAMILY}','url('+f[1]+')',{weight:f[0]}).load()})).then(function(l){l.forEach(function(f){document.fonts.add(f)})},function(){})}()}(document.documentElement)`

/**
 * Before a page is printed: adds its address and the QR code of that. No browser waits for a picture that is added now,
 * so the request is synchronous; without a network the address is there alone.
 */
export const printScript = `addEventListener('beforeprint',function(){
var d=document,p=d.querySelector('.printed')||d.body.appendChild(d.createElement('p')),x=new XMLHttpRequest,a=location.pathname+location.search,t=location.origin+a
try{t=decodeURI(t)}catch(e){}
p.className='wrap printed';p.textContent=t
try{x.open('GET','${PAGE_CODE}'+a,false);x.send();p.prepend(d.importNode(x.responseXML.documentElement,true))}catch(e){}})`
