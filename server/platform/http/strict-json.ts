import { truncateText } from '#domain/kernel/truncate-text';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from './refusal';

/**
 * The text of a JSON body, or why it is refused. Bytes that are not UTF-8 would otherwise be stored as replacement
 * characters, and compressed bodies are not unpacked.
 */
export function readJson(
  headers: IncomingHttpHeaders,
  body: Buffer,
): { text: string } | { refusal: Refusal } {
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    return { refusal: new Refusal('unsupported_media', 'Send the body without compression.') };
  const charset = /;\s*charset="?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset))
    return { refusal: new Refusal('unsupported_media', 'Send the body as application/json in UTF-8.') };
  const text = textOf(body);
  if (text === null) return { refusal: new Refusal('bad_request', 'The body is not valid UTF-8.') };
  const problem = problemOfJson(text);
  return problem === null ? { text } : { refusal: new Refusal('bad_request', problem) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

/** Deeper than any call needs; a thousand nested brackets would take a second to check (F54). */
const deepest = 40;

const quote = 34;
const backslash = 92;

/**
 * What is wrong with JSON that a parser accepts all the same: an object that repeats a field, of which one reader sees
 * the first and another the last, and endless nesting. Null when nothing is; invalid JSON is left to the parser.
 */
export function problemOfJson(text: string): string | null {
  // For each open bracket: the fields of an object, null for a list.
  const open: (Set<string> | null)[] = [];
  let expectsKey = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = endOfString(text, at);
      const fields = open.at(-1);
      if (expectsKey && fields) {
        const name = nameOf(text.slice(at, end + 1));
        if (fields.has(name)) return `The field “${truncateText(name, 40)}” appears twice. Send it once.`;
        fields.add(name);
      }
      expectsKey = false;
      at = end;
      continue;
    }
    const char = text[at];
    if (char === '{' || char === '[') {
      if (open.push(char === '{' ? new Set() : null) > deepest)
        return `Lists and objects can be nested at most ${deepest} levels deep.`;
      expectsKey = char === '{';
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ',') expectsKey = Boolean(open.at(-1));
  }
  return null;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}

/** A name spelled with escapes is the same name. */
function nameOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
