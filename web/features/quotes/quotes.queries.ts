import { queryOptions } from '@tanstack/react-query';
import { customers } from '#domain/customers/customer.contract';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { asOf, contractQuery, pageQuery, recordQuery } from '../../platform/queries';

export const quotePage = pageQuery(quotes.list);
export const quoteById = recordQuery(quotes.get);
export const quoteMailDraft = (id: number) => contractQuery(quotes.emailDraft, { params: { id } });

/** What a quote would come to today. Whoever confirms has seen today's prices, not those of the last look. */
export const pricesToday = ({ id, version }: QuoteDetail) =>
  queryOptions({ ...asOf(contractQuery(quotes.prices, { params: { id } }), version), gcTime: 0 });

/** The customer by whom a list is narrowed. */
export const quotedCustomer = recordQuery(customers.get);
