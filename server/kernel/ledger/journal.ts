import type { CalendarDate } from '#domain/kernel/dates';
import type { JournalKind } from '#domain/accounting/journal-kind';
import type { Pence } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import type { Party } from '../parties/party';

/** The document that a posting comes from. */
export type DocumentRef = { readonly type: string; readonly id: number; readonly number: string | null };

export type JournalLine = {
  readonly account: string;
  /** Pence, above zero on one side; a line of nothing is left out when it is posted. */
  readonly debit: Pence | 0;
  readonly credit: Pence | 0;
  readonly party?: Party;
  readonly vatCode?: VatCode;
  readonly description?: string;
};

type More = Pick<JournalLine, 'party' | 'vatCode' | 'description'>;

/** One side of a posting. An amount below zero belongs on the other side and is put there. */
export const debit = (account: string, amount: Pence, more: More = {}): JournalLine =>
  amount < 0
    ? { account, debit: 0, credit: opposite(amount), ...more }
    : { account, debit: amount, credit: 0, ...more };
export const credit = (account: string, amount: Pence, more: More = {}): JournalLine =>
  amount < 0
    ? { account, debit: opposite(amount), credit: 0, ...more }
    : { account, debit: 0, credit: amount, ...more };

const opposite = (amount: Pence) => (0 - amount) as Pence;

/** Of one VAT rate in a posting: what a VAT return counts (rules V17, V18). Signed: a credit note is below zero. */
export type VatEntry = {
  readonly direction: 'output' | 'input';
  readonly taxPoint: CalendarDate;
  readonly code: VatCode;
  readonly rate: VatRate;
  readonly net: Pence;
  readonly vat: Pence;
};

export type Journal = {
  readonly businessDate: CalendarDate;
  readonly kind: JournalKind;
  readonly narrative: string;
  readonly document: DocumentRef;
  readonly lines: readonly JournalLine[];
  readonly vat?: readonly VatEntry[];
  /** Why it is dated back or reversed. */
  readonly reason?: string | null;
  /** Cash that was counted where it went: a fact, whatever the books thought was in the safe. */
  readonly isCounted?: true;
};
