import { countOf } from './count-of';

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/**
 * A size in bytes as text: "1 byte", "3 KB", "1.4 MB", "120 GB". A KB is 1,024 bytes, as in the limits on files, so
 * that a file of the largest allowed size reads like the limit.
 */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, 'byte');
  let size = rounded(bytes / 1024, 0);
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit++) size = rounded(bytes / 1024 ** (unit + 2), 1);
  return `${size.toLocaleString('en-GB', { maximumFractionDigits: size < 100 ? 1 : 0 })} ${units[unit]}`;
}

const rounded = (size: number, places: number): number => Math.round(size * 10 ** places) / 10 ** places;
