import type { AnyCall } from '#domain/kernel/call';
import { cutOff, fetchAndReport, needsConfirmation } from './api';
import { ApiError } from './api-error';
import type { CallArguments } from './fetch-call';
import { readWholeFile } from './read-whole-file';

/** What a request waits for and reads. Anything larger or slower is made in the background. */
const smallFile = { maxBytes: 4 * 1024 * 1024, within: 20_000 };

/** Makes a call whose reply is a file. Returns its bytes and name, or undefined if it is large or takes long. */
export async function requestSmallFile<C extends AnyCall>(
  call: C,
  parameters: CallArguments<C>,
): Promise<{ readonly content: Blob; readonly name: string | undefined } | undefined> {
  const large = new AbortController();
  const timer = setTimeout(() => large.abort(), smallFile.within);
  try {
    const response = await fetchAndReport(call, { ...parameters, signal: large.signal }, { isFile: true });
    let bytes = 0;
    const onPiece = ({ length }: Uint8Array) => {
      bytes += length;
      if (bytes > smallFile.maxBytes) large.abort();
    };
    const content = await readWholeFile(response, { onPiece });
    return { content, name: nameIn(response.headers.get('content-disposition')) };
  } catch (error) {
    // The dialog may have been open for longer than that.
    if (large.signal.aborted && !needsConfirmation(error)) return undefined;
    throw error instanceof ApiError ? error : cutOff(parameters);
  } finally {
    clearTimeout(timer);
  }
}

const nameIn = (disposition: string | null) => /filename="([^"]+)"/.exec(disposition ?? '')?.[1];
