/** A position in PostgreSQL's write-ahead log, in bytes from its beginning. */
export type WalPosition = number;

const half = 2 ** 32;

/** `0/3000028` → 50331688. */
export function parsePosition(text: string): WalPosition {
  const [high = '0', low = '0'] = text.split('/');
  return Number.parseInt(high, 16) * half + Number.parseInt(low, 16);
}

export const formatPosition = (position: WalPosition): string =>
  `${hex(Math.floor(position / half))}/${hex(position % half)}`;

/** The timeline of a log, and the size of the files that it is cut into. */
export type WalFormat = { readonly timeline: number; readonly segmentBytes: number };

/** The position at which the segment with `position` begins. */
export const startOfSegment = (position: WalPosition, { segmentBytes }: WalFormat): WalPosition =>
  position - (position % segmentBytes);

/** The name that PostgreSQL gives to the segment with `position`. */
export function segmentName(position: WalPosition, { timeline, segmentBytes }: WalFormat): string {
  const number = Math.floor(position / segmentBytes);
  const inHalf = half / segmentBytes;
  return [timeline, Math.floor(number / inHalf), number % inHalf]
    .map(part => hex(part).padStart(8, '0'))
    .join('');
}

/** Where the segment of this name begins. */
export function positionOfSegment(name: string, { segmentBytes }: WalFormat): WalPosition {
  const part = (at: number) => Number.parseInt(name.slice(at, at + 8), 16);
  return part(8) * half + part(16) * segmentBytes;
}

const hex = (value: number): string => value.toString(16).toUpperCase();
