import type { CalendarDate } from '#domain/kernel/dates';
import type { JournalKind } from '#domain/accounting/journal-kind';
import type { Pence } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import type { LockedParty } from '../parties/lock-parties';

/** The source document of a posting. */
export type DocumentRef = { readonly type: string; readonly id: number; readonly number: string | null };

export type JournalLine = {
  readonly account: string;
  /** Pence, positive on one side; zero lines are dropped. */
  readonly debit: Pence | 0;
  readonly credit: Pence | 0;
  readonly party?: LockedParty;
  readonly vatCode?: VatCode;
  readonly description?: string;
};

type More = Pick<JournalLine, 'party' | 'vatCode' | 'description'>;

/** One side of a posting. A negative amount is moved to the other side. */
export const debit = (account: string, amount: Pence, more: More = {}): JournalLine =>
  amount < 0
    ? { account, debit: 0, credit: opposite(amount), ...more }
    : { account, debit: amount, credit: 0, ...more };
export const credit = (account: string, amount: Pence, more: More = {}): JournalLine =>
  amount < 0
    ? { account, debit: opposite(amount), credit: 0, ...more }
    : { account, debit: 0, credit: amount, ...more };

const opposite = (amount: Pence) => (0 - amount) as Pence;

/**
 * The VAT of one rate in a posting, as a VAT return counts it (rules V17, V18). Signed: credit notes are
 * negative.
 */
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
  /** The reason for backdating or reversing. */
  readonly reason?: string | null;
  /** Cash that was counted: a fact, whatever the books show in the safe. */
  readonly isCounted?: true;
};
