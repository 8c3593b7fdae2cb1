import { buffer } from 'node:stream/consumers';
import type { ReadContext } from '../../platform/http/context';
import { remotePicturesOf, withPictures } from '../../platform/mail-parser';

/** Fetches remote pictures by address, each as a data URL or null. */
export type PicturesOf = (addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>;

type Attached = { readonly content_id: string | null; readonly sha256: string; readonly bytes: number };

const maxPicture = 2 * 1024 * 1024;
const maxBytes = 8 * 1024 * 1024;

const kinds: readonly (readonly [type: string, starts: string, at?: number])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'WEBP', 8],
];

/** The bytes of a picture as a data URL, typed by content; null for anything else. */
export function dataAddressOf(bytes: Buffer): string | null {
  const kind = kinds.find(
    ([, starts, at = 0]) => bytes.toString('latin1', at, at + starts.length) === starts,
  );
  return kind && bytes.length <= maxPicture ? `data:${kind[0]};base64,${bytes.toString('base64')}` : null;
}

/**
 * Embeds the pictures attached to a message and, on request, remote ones, which the server fetches so that
 * the sender learns nothing of the reader.
 */
export async function showPictures(
  files: ReadContext['files'],
  html: string,
  attached: readonly Attached[],
  { show, fetch }: { show: boolean; fetch: PicturesOf },
): Promise<string> {
  const own = await ownPictures(files, html, attached);
  const remote = show ? await fetch(remotePicturesOf(html)) : new Map<string, string>();
  return withPictures(html, (kind, name) => (kind === 'cid' ? own : remote).get(name) ?? null);
}

async function ownPictures(
  files: ReadContext['files'],
  html: string,
  attached: readonly Attached[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let room = maxBytes;
  for (const { content_id, sha256, bytes } of attached) {
    if (content_id === null || bytes > Math.min(maxPicture, room)) continue;
    if (!html.includes(`data-cid="`)) break;
    const address = dataAddressOf(await buffer(files.read(sha256)).catch(() => Buffer.alloc(0)));
    if (address === null) continue;
    room -= bytes;
    found.set(content_id, address);
  }
  return found;
}
