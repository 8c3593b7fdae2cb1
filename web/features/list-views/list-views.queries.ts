import { listViews } from '#domain/list-views/list-view.contract';
import { contractQuery } from '../../platform/queries';

export const viewsOf = (list: string) => contractQuery(listViews.list, { query: { list } });
