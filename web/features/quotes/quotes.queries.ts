import { queryOptions } from '@tanstack/react-query';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { asOf, contractQuery, pageQuery, recordList, recordQuery, totalsQuery } from '../../platform/queries';

export const quotePage = pageQuery(quotes.list);
export const quoteTotals = totalsQuery(quotes.totals);
export const quoteList = recordList(quotes.list, id => `/sales/quotes/${id}`);
export const quoteById = recordQuery(quotes.get);
export const quoteMailDraft = (id: number) => contractQuery(quotes.emailDraft, { params: { id } });

/** A quote at today's prices. Never cached, because the user confirms what they have seen. */
export const pricesToday = ({ id, version }: QuoteDetail) =>
  queryOptions({ ...asOf(contractQuery(quotes.prices, { params: { id } }), version), gcTime: 0 });
