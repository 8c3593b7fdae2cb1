import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type DocumentRef, type Journal, credit, debit, systemAccounts } from '../../kernel/ledger';
import type { LockedParty, Party, PartyItem } from '../../kernel/parties';

const { openingSuspense, tradeCreditors, tradeDebtors } = systemAccounts;

/** An invoice, bill or credit that was open when the books began. */
export type OpeningDocument = {
  readonly kind: 'bill' | 'invoice' | 'credit';
  readonly party: Party;
  /** The supplier's name, or the customer's number: journals never have names that can be erased. */
  readonly partyName: string;
  /** As in the earlier books, or on the supplier's document. */
  readonly number: string;
  readonly date: CalendarDate;
  readonly dueOn: CalendarDate;
  /** Always positive. */
  readonly amount: Pence;
};

/** One whose party's ledger is locked. */
export type LockedOpening = OpeningDocument & { readonly party: LockedParty };

/** What may only be entered once: a supplier's number counts for that supplier, ours for all customers. */
export const keyOf = ({ party, kind, number }: Pick<OpeningDocument, 'party' | 'kind' | 'number'>): string =>
  party.kind === 'customer'
    ? `invoice ${number.toLowerCase()}`
    : `${kind} ${party.id} ${number.toLowerCase()}`;

const nouns = { bill: 'Bill', invoice: 'Invoice', credit: 'Credit' } as const;

/** The journal of an opening document: the party's ledger against suspense, without VAT (rule L9). */
export function journalOf(
  { kind, party, partyName, number, amount }: LockedOpening,
  posting: {
    readonly businessDate: CalendarDate;
    readonly reason: string | null;
    readonly document: DocumentRef;
  },
): Omit<Journal, 'vat'> {
  const owner = party.kind === 'supplier' ? 'from' : 'of';
  const isOwedToUs = sideOf({ kind, party }) === 'debit';
  const account = party.kind === 'supplier' ? tradeCreditors : tradeDebtors;
  return {
    ...posting,
    kind: 'opening',
    narrative: `Opening ${kind} ${number} ${owner} ${partyName}`,
    lines: isOwedToUs
      ? [debit(account, amount, { party }), credit(openingSuspense, amount)]
      : [debit(openingSuspense, amount), credit(account, amount, { party })],
  };
}

/** The item of an opening document on the party's ledger. */
export const ledgerItemOf = (
  opening: LockedOpening,
  posting: {
    readonly businessDate: CalendarDate;
    readonly document: DocumentRef;
    readonly journalId: number;
  },
): PartyItem => ({
  ...posting,
  party: opening.party,
  side: sideOf(opening),
  kind: 'opening',
  description: `${nouns[opening.kind]} ${opening.number}`,
  dueOn: opening.kind === 'credit' ? null : opening.dueOn,
  amount: opening.amount,
});

/** An invoice of a customer and credit from a supplier are owed to us. */
const sideOf = ({ kind, party }: Pick<OpeningDocument, 'kind' | 'party'>): 'debit' | 'credit' =>
  (party.kind === 'customer') === (kind === 'credit') ? 'credit' : 'debit';
