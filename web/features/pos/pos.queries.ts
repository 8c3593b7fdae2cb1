import { queryOptions } from '@tanstack/react-query';
import { timeClock } from '#domain/employees/time-entry.contract';
import { pos } from '#domain/pos/pos.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { tills } from '#domain/tills/till.contract';
import { asOf, contractQuery, recordQuery } from '../../platform/queries';

/** A sale to be made anew: as it was when the desk was opened. */
export const saleToEdit = (id: number | undefined) =>
  queryOptions({ ...recordQuery(sales.get)(id), staleTime: Number.POSITIVE_INFINITY });
export const quoteToUse = recordQuery(quotes.get);

/** A session that went on elsewhere: it is asked for again when the register knows more. */
export const sessionElsewhere = (id: number, knownStatus: string) =>
  asOf(contractQuery(tills.get, { params: { id } }), knownStatus);

export const peopleAtClock = queryOptions({ ...contractQuery(timeClock.people), staleTime: 0 });
export const basketsHeld = contractQuery(heldBaskets.list);

/** What a customer owes and may still put on account, as it is now. */
export const accountOfCustomer = (id: number | undefined) =>
  queryOptions({ ...contractQuery(pos.account, { params: { id: id ?? 0 } }), staleTime: 0 });
