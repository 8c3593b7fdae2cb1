import type { ListState } from '../../platform/list-state';

/** What a report says without rows, such as "No payments in this period." */
export const emptyOfPeriod = (what: string, { search }: Pick<ListState, 'search'>): string =>
  search === '' ? `No ${what} in this period.` : `No ${what} in this period match this search.`;
