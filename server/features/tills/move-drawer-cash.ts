import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import type { TillCashKind } from '#domain/tills/till-cash-kind';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { recordTillCash, type TillReceipt } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import type { StoredSession } from './stored-session';

type Movement = {
  readonly kind: TillCashKind;
  /** Positive into the drawer, negative out of it. Zero moves nothing. */
  readonly amount: Pence;
  /** The other account. */
  readonly account: string;
  readonly businessDate: CalendarDate;
  readonly narrative: string;
  readonly reason?: string | null;
  readonly number?: string | null;
  /** The reclaimable VAT in cash paid out (rules V17, V18). */
  readonly vat?: {
    readonly code: VatCode;
    readonly rate: VatRate;
    readonly net: Pence;
    readonly vat: Pence;
  } | null;
  /** The receipt that it paid, which is entered once. */
  readonly receipt?: TillReceipt | null;
};

/**
 * Moves cash between a drawer and another account: one journal and one cash movement (A11). Returns the journal, or null
 * if nothing moved.
 */
export async function moveDrawerCash(
  ctx: WriteContext,
  session: Pick<StoredSession, 'id'>,
  {
    kind,
    amount,
    account,
    businessDate,
    narrative,
    reason = null,
    number = null,
    vat = null,
    receipt = null,
  }: Movement,
): Promise<number | null> {
  const document = { type: 'till_session', id: session.id, number };
  const journal = await postJournal(ctx, {
    businessDate,
    kind: kind === 'difference' ? 'till_difference' : 'till_cash',
    narrative,
    document,
    reason,
    ...(vat === null
      ? { lines: [debit(systemAccounts.tillCash, amount), credit(account, amount)] }
      : {
          lines: [
            debit(account, vat.net, { vatCode: vat.code }),
            debit(systemAccounts.inputVat, vat.vat),
            credit(systemAccounts.tillCash, toPence(0 - amount)),
          ],
          vat: [{ direction: 'input' as const, taxPoint: businessDate, ...vat }],
        }),
    ...(kind === 'float' && { isCounted: true as const }),
  });
  if (!journal) return null;
  await recordTillCash(ctx, {
    sessionId: session.id,
    kind,
    amount,
    journalId: journal.id,
    document,
    reason,
    receipt,
  });
  return journal.id;
}
