import { requestTimeout } from './request-timeout';

type Piece = Uint8Array<ArrayBuffer>;
type ReadTerms = {
  /** In milliseconds. */
  readonly silence?: number;
  /** Called with each piece as it arrives. */
  readonly onPiece?: (piece: Piece) => void;
};

/**
 * Reads the body of a response as a file, however long it takes, as long as more of it arrives. Rejects when it is cut
 * off or nothing arrives for `silence` milliseconds: part of a file must never pass for the whole (F64).
 */
export async function readWholeFile(
  response: Response,
  { silence = requestTimeout, onPiece }: ReadTerms = {},
): Promise<Blob> {
  const pieces: Piece[] = [];
  const reader = response.body?.getReader();
  if (reader)
    for (let next = await nextPiece(reader, silence); next; next = await nextPiece(reader, silence)) {
      pieces.push(next);
      onPiece?.(next);
    }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

/** The next piece, or undefined at the end. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Piece>,
  silence: number,
): Promise<Piece | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Nothing more arrived.')), silence);
  });
  try {
    return (await Promise.race([reader.read(), silent])).value;
  } catch (error) {
    void reader.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
