import { createHash } from 'node:crypto';
import type { PriceMode } from '#domain/kernel/vat';
import type { HistoryReason } from '#domain/sales-history/treatment';
import type { ImportContext } from '../../kernel/imports';
import type { PostedLine } from './batch.queries';

/** The posted lines of a document, and those that were not. */
export type Posted = {
  readonly lines: readonly PostedLine[];
  readonly documents: readonly { readonly type: PostedLine['type']; readonly id: number }[];
  readonly listed: readonly {
    readonly row: number;
    readonly reason: HistoryReason;
    readonly message?: string;
  }[];
};

export const nothingPosted: Posted = { lines: [], documents: [], listed: [] };

/** A stable id: the same document of an import has the same id on every attempt. */
export function idOf(...parts: readonly string[]): string {
  const hash = createHash('sha256')
    .update(`sales history ${parts.join(' ')}`)
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export const modeOf = ({ options }: ImportContext): PriceMode =>
  options.prices === 'inclusive' ? 'inclusive' : 'exclusive';
