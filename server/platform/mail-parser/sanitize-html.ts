import sanitizeHtml from 'sanitize-html';

/** Style values that cannot load anything, run anything or cover the page. */
const plainValue =
  /^(?!.*(?:url|image|image-set|expression|element|attr|var|env|paint|src|-moz-binding)\s*\()[^\\@<>{};]{1,200}$/i;
const styleProperties = [
  'background-color',
  'border',
  'border-bottom',
  'border-collapse',
  'border-color',
  'border-left',
  'border-radius',
  'border-right',
  'border-spacing',
  'border-style',
  'border-top',
  'border-width',
  'color',
  'direction',
  'font',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'height',
  'letter-spacing',
  'line-height',
  'list-style-type',
  'margin',
  'margin-bottom',
  'margin-left',
  'margin-right',
  'margin-top',
  'max-width',
  'padding',
  'padding-bottom',
  'padding-left',
  'padding-right',
  'padding-top',
  'text-align',
  'text-decoration',
  'text-transform',
  'vertical-align',
  'white-space',
  'width',
];

const layout = [
  'align',
  'bgcolor',
  'border',
  'cellpadding',
  'cellspacing',
  'colspan',
  'height',
  'rowspan',
  'valign',
  'width',
];
const maxDataImageLength = 500_000;

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'caption',
    'center',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'font',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'li',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'tt',
    'u',
    'ul',
  ],
  // The content of these elements is not text.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'head',
    'template',
    'svg',
    'math',
    'xmp',
    'iframe',
    'object',
    'noembed',
    'noframes',
    'plaintext',
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'lang'],
    a: ['href', 'title', 'target', 'rel'],
    font: ['color', 'face', 'size'],
    img: ['alt', 'width', 'height', 'src', 'data-cid', 'data-remote'],
    table: layout,
    td: layout,
    th: layout,
    tr: layout,
    col: layout,
    div: ['align'],
    p: ['align'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  allowedStyles: { '*': Object.fromEntries(styleProperties.map(property => [property, [plainValue]])) },
  transformTags: {
    a: (tagName, { href, title }) => ({
      tagName,
      // Links open in a new tab without a reference to this one.
      attribs: {
        ...(href ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}),
        ...(title ? { title } : {}),
      },
    }),
    img: (tagName, attributes) => ({ tagName, attribs: pictureOf(attributes) }),
  },
  nestingLimit: 100,
  enforceHtmlBoundary: true,
  parseStyleAttributes: true,
};

/** A picture's address is kept as an attribute: nothing is loaded until the user asks for it. */
function pictureOf({
  src = '',
  alt = '',
  width,
  height,
  style,
}: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const address = src.trim();
  const size = { ...(width ? { width } : {}), ...(height ? { height } : {}), ...(style ? { style } : {}) };
  const cid = /^cid:(.{1,500})$/i.exec(address)?.[1];
  if (cid !== undefined) return { alt, ...size, 'data-cid': decoded(cid) };
  if (/^https?:\/\//i.test(address) && address.length <= 2000)
    return { alt, ...size, 'data-remote': address };
  if (
    /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=\s]+$/i.test(address) &&
    address.length <= maxDataImageLength
  )
    return { alt, ...size, src: address };
  return { alt, ...size };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The safe part of a stranger's HTML: text and its formatting. No scripts, styles, forms, frames or handlers; picture
 * addresses are kept as attributes (`data-remote`, `data-cid`), and links open in a new tab.
 */
export const sanitizedHtml = (html: string): string => sanitizeHtml(html, options);

/** The text of HTML, for search and for the first line in a list. */
export const wordsOf = (html: string): string =>
  sanitizeHtml(html.replaceAll(/<(?:br|\/p|\/div|\/tr|\/li|\/h[1-6])\b/gi, ' $&'), {
    allowedTags: [],
    allowedAttributes: {},
    ...(options.nonTextTags ? { nonTextTags: options.nonTextTags } : {}),
    nestingLimit: 100,
  })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const picture = /<img((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;
const note = /\sdata-(cid|remote)="([^"]*)"/;

/** Inserts pictures where sanitised HTML has their addresses: `find` returns a data URL, or null to leave it empty. */
export const withPictures = (
  html: string,
  find: (kind: 'cid' | 'remote', name: string) => string | null,
): string =>
  html.replaceAll(picture, (whole, attributes: string) => {
    const [, kind, name] = note.exec(attributes) ?? [];
    if (kind === undefined || name === undefined) return whole;
    const found = find(kind as 'cid' | 'remote', unescaped(name));
    const rest = attributes.replace(note, '');
    return found === null ? `<img${rest}>` : `<img${rest} src="${found}">`;
  });

/** The remote pictures in sanitised HTML, each once. */
export function remotePicturesOf(html: string): string[] {
  const found = new Set<string>();
  withPictures(html, (kind, name) => {
    if (kind === 'remote') found.add(name);
    return null;
  });
  return [...found];
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
