import { PAGE_CODE } from '#rules/paths.ts'

/**
 * Before a page is printed: adds its address and the QR code of that. No browser waits for a picture that is added now,
 * so the request is synchronous; without a network the address is there alone.
 */
export const printScript = `addEventListener('beforeprint',function(){
var d=document,p=d.querySelector('.printed')||d.body.appendChild(d.createElement('p')),x=new XMLHttpRequest,a=location.pathname+location.search,t=location.origin+a
try{t=decodeURI(t)}catch(e){}
p.className='wrap printed';p.textContent=t
try{x.open('GET','${PAGE_CODE}'+a,false);x.send();p.prepend(d.importNode(x.responseXML.documentElement,true))}catch(e){}})`
