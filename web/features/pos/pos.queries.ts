import { queryOptions } from '@tanstack/react-query';
import { timeClock } from '#domain/employees/time-entry.contract';
import { pos } from '#domain/pos/pos.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { tills } from '#domain/tills/till.contract';
import { asOf, contractQuery, recordQuery } from '../../platform/queries';

/** The sale to edit, loaded anew each time the desk is opened. */
export const saleToEdit = (id: number | undefined) =>
  queryOptions({ ...recordQuery(sales.get)(id), staleTime: 0 });
/** The quote to invoice or revise, loaded anew for each opening of the desk: it may have been revised meanwhile. */
export const quoteToUse = (opening: string) => (id: number | undefined) =>
  queryOptions({ ...asOf(recordQuery(quotes.get)(id), opening), gcTime: 0 });

/** A session changed on another device, loaded again when the register's state changes. */
export const sessionOnOtherDevice = (id: number, knownStatus: string) =>
  asOf(contractQuery(tills.get, { params: { id } }), knownStatus);

export const clockUsers = queryOptions({ ...contractQuery(timeClock.people), staleTime: 0 });
export const heldBasketList = contractQuery(heldBaskets.list);

/** A customer's balance and available credit now. */
export const accountOfCustomer = (id: number | undefined) =>
  queryOptions({ ...recordQuery(pos.account)(id), staleTime: 0 });
