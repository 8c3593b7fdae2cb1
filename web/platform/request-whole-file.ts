import type { AnyCall } from '#domain/kernel/call';
import { ApiError } from './api-error';
import { type CallParameters, fetchAndReport } from './api';
import { readWholeFile } from './read-whole-file';

type StoredFile = { readonly bytes: number; readonly sha256: string };

/** Attempts in a row that brought nothing more. */
const maxFailures = 6;
const longestPauseMs = 15_000;
/** The largest file whose hash is calculated here: it needs all of the file in memory. */
const maxHashedBytes = 256 * 1024 * 1024;

/**
 * Downloads a stored file. After an interruption it continues where it ended, until the file is whole, and compares the
 * hash: part of a file never passes for the whole (finding F64). @throws ApiError
 */
export async function requestWholeFile<C extends AnyCall>(
  call: C,
  parameters: CallParameters<C>[0] & object,
  { bytes, sha256 }: StoredFile,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let got = 0;
  let type = '';
  for (let failures = 0; got < bytes; ) {
    const before = got;
    try {
      const rest = got === 0 ? {} : { rest: { from: got, tag: `"${sha256}"` } };
      const response = await fetchAndReport(
        call,
        { ...parameters, ...rest, shownInPlace: true },
        { isFile: true },
      );
      if (response.status !== 206) [pieces, got] = [[], 0];
      type = response.headers.get('content-type') ?? '';
      await readWholeFile(response, {
        onPiece: piece => {
          pieces.push(piece);
          got += piece.length;
          onBytes(got);
        },
      });
    } catch (error) {
      if (error instanceof ApiError && error.status !== 0 && !(got > 0 && passes(error))) throw error;
    }
    failures = got > before ? 0 : failures + 1;
    if (failures >= maxFailures)
      throw new ApiError(0, {
        message:
          'The connection was lost, so the file was not saved. Download it again when you are back online.',
      });
    if (failures > 0) await pause(Math.min(longestPauseMs, 500 * 2 ** failures));
  }
  const file = new Blob(pieces, { type });
  if (got !== bytes || (await hashOf(file)) !== sha256)
    throw new ApiError(0, {
      message: 'The file was damaged during the download, so it was not saved. Download it again.',
    });
  return file;

  async function hashOf(content: Blob): Promise<string> {
    // Browsers calculate hashes on https and localhost only; the length has been compared.
    const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
    if (!subtle || content.size > maxHashedBytes) return sha256;
    const hash = new Uint8Array(await subtle.digest('SHA-256', await content.arrayBuffer()));
    return Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** Refusals of a busy server: the rest can be asked for in a moment. */
const passes = ({ status }: ApiError) => status === 503 || status === 429;

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));
