import { largestPageSize, type ListQuerySent } from '#domain/kernel/list-query';
import { categories } from '#domain/masters/master.contract';
import { contractQuery, pageQuery } from '../../platform/queries';
import type { MasterScreen } from './master-screen';

export const masterPage = ({ calls }: MasterScreen, query: ListQuerySent) => pageQuery(calls.list)(query);

/** The categories that a sub-category can stand within. */
export const activeCategories = contractQuery(categories.list, {
  query: { per_page: String(largestPageSize), status: 'active' },
  shownInPlace: false,
});
