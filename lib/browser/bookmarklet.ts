/**
 * Source of the bookmarklet. It reads a shop’s page in the reader’s own browser and opens `/wish` with the result as
 * text in the fragment. It sends nothing: only the page that it opens sees the fragment.
 *
 * Kept as a string because it must be the same in every build and does not run on this site. It reads, in this order:
 * schema.org as JSON-LD and as microdata, Open Graph, the page itself.
 */
const SOURCE = `
var d=document,p,
F=x=>[].concat(x)[0]||{},
S=x=>typeof x=="string"||typeof x=="number"?(x+"").slice(0,2000):"",
Q=(s,a)=>{var e=d.querySelector(s);return e?e.getAttribute(a)||e.getAttribute("content")||e.textContent:""},
M=n=>Q('meta[property="'+n+'"],meta[name="'+n+'"]',"content"),
I=(n,a)=>Q('[itemtype*="schema.org/Product"] [itemprop="'+n+'"]',a||"content"),
W=(x,n)=>{
if(p||n>5||!x||typeof x!="object")return;
if(Array.isArray(x))x.slice(0,50).forEach(y=>W(y,n+1));
else if([].concat(x["@type"]).some(t=>/(Product|ProductGroup|Book|Game|Album|Event)$/.test(t)))p=x;
else W([x["@graph"],x.mainEntity],n+1)
};
d.querySelectorAll('script[type="application/ld+json"]').forEach(s=>{
try{var t=s.textContent;t.length<5e5&&W(JSON.parse(t),0)}catch(e){}
});
p=p||{};
var o=F(p.offers||F(p.hasVariant).offers),
f=F(o.price||o.lowPrice?o:o.offers||o),
s=F(f.priceSpecification),
i=F(p.image),
r={
title:S(p.name)||I("name")||M("og:title")||d.title,
url:Q('link[rel="canonical"]',"href")||M("og:url"),
price:S(f.price)||S(s.price)||S(f.lowPrice)||M("product:price:amount")||M("og:price:amount")||I("price"),
currency:S(f.priceCurrency)||S(s.priceCurrency)||M("product:price:currency")||M("og:price:currency")||I("priceCurrency"),
image:S(i)||S(i.url)||S(i.contentUrl)||M("og:image")||I("image","src")
},u=new URLSearchParams;
for(var k in r){
var v=S(r[k]).trim();
if(k=="url"||v&&k=="image"){
try{v=new URL(v,location.href).href}catch(e){}
if(!/^http/.test(v))v=k=="url"?location.href:""
}
v&&u.set(k,v)
}
open(O+"/wish#"+u)||(location.href=O+"/wish#"+u)
`;

/** URL of the bookmarklet. @param origin of this site, the only part that is not constant */
export function bookmarkletFor(origin: string): string {
  const source = SOURCE.trim().replace(/\n/g, "");
  return `javascript:${encodeURIComponent(`(O=>{${source}})(${JSON.stringify(origin)})`)}`;
}
