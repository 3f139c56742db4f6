import { READER_BLOCK } from '#contract/reader-state.ts'

/**
 * Adds the reader to what the server rendered for everybody, while the page is parsed. It changes texts and attributes
 * only, which React leaves as they are when it hydrates.
 */
export const firstPaintScript = `!function(d){
var r=JSON.parse(d.getElementById('${READER_BLOCK}').textContent||'null'),v=r&&r.viewer
if(!v)return
d.documentElement.dataset.reader=v.restricted?'restricted':'member'
function f(){
var b=d.querySelector('.user-btn:not([data-own])'),c=b&&b.children
if(b&&c[2]){
b.dataset.own=''
b.setAttribute('aria-label',v.username+' 사용자 메뉴')
c[0].style.setProperty('--hue',v.hue)
if(v.picture){c=c[0].lastChild;c.src=v.picture;c.hidden=!1}
b.children[1].textContent=v.username}
d.querySelectorAll('[data-post]').forEach(function(e){
var p=r.posts[e.dataset.post]||{}
if(!e.type)e.hidden=!p.mine
else{e.removeAttribute('aria-disabled');if(p[e.name||'liked'])e.setAttribute('aria-pressed','true')}})
d.querySelectorAll('[data-author]').forEach(function(e){
var a=e.dataset.author
if(a===v.jwt)e.dataset.is='own'
else if(r.authors[a])e.dataset.is='followed'})}
var o=new MutationObserver(f)
o.observe(d,{childList:!0,subtree:!0})
d.addEventListener('DOMContentLoaded',function(){f();o.disconnect()})}(document)`
