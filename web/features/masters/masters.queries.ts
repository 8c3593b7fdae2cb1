import { maxPageSize, type ListQuerySent } from '#domain/kernel/list-query';
import { categories } from '#domain/masters/master.contract';
import { contractQuery, pageQuery } from '../../platform/queries';
import type { MasterScreen } from './master-screen';

export const masterPage = ({ calls }: MasterScreen, query: ListQuerySent) => pageQuery(calls.list)(query);

/** The categories a sub-category can belong to. */
export const activeCategories = contractQuery(categories.list, {
  query: { per_page: String(maxPageSize), status: 'active' },
  shownInPlace: false,
});
