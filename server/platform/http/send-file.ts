import type { FastifyReply } from 'fastify';
import { truncateStart } from '#domain/kernel/truncate-text';
import { Refusal } from './refusal';
import type { ByteRange, FileReply, StoredFileReply } from './route';

/** Sends a file that is made while it is sent. */
export const sendFile = (reply: FastifyReply, { fileName, contentType, content }: FileReply): FastifyReply =>
  reply.header('content-disposition', dispositionOf(fileName)).type(contentType).send(content);

/**
 * Sends a stored file, or the part that a Range header asks for. Its hash is the entity tag, so that `If-Range` never
 * joins parts of two files. @throws Refusal 416 for a part beyond the end
 */
export function sendStoredFile(reply: FastifyReply, file: StoredFileReply): FastifyReply {
  const tag = `"${file.sha256}"`;
  void reply
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('repr-digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`);
  const { range: asked, 'if-range': ifRange } = reply.request.headers;
  const isSame = ifRange === undefined || ifRange === tag;
  const range = asked !== undefined && isSame ? readRange(asked, file.bytes) : undefined;
  if (range === 'beyond') {
    void reply.header('content-range', `bytes */${file.bytes}`);
    throw new Refusal('no_such_range', 'The file does not have this range.');
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  return reply
    .header('content-disposition', dispositionOf(file.fileName))
    .header('content-length', end - start + 1)
    .type(file.contentType)
    .send(file.bytes === 0 ? '' : file.read({ start, end }));
}

/** The part that one `bytes=` range names. Other units and several ranges are ignored, as RFC 9110 allows. */
function readRange(header: string, bytes: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? 'beyond' : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= bytes) return 'beyond';
  return { start: Number(first), end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

const dispositionOf = (name: string): string =>
  `attachment; filename="${asciiName(plainName(name))}"; filename*=UTF-8''${encodeURIComponent(plainName(name))}`;

// A plain file name: no folders, no mark-up, nothing that a file system or page could misread.
const plainName = (name: string) =>
  truncateStart(name.replaceAll(/[/\\<>:"|?*]/g, '_').replace(/^[.\s]+/, '_'), 200) || 'file';

// Old clients read the plain name, which may hold neither quotes nor anything beyond printable ASCII.
const asciiName = (name: string) => name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
