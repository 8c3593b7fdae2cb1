import { queryOptions } from '@tanstack/react-query';
import { searching } from '#domain/search/search.contract';
import { contractQuery } from '../../platform/queries';

export const recordsByText = (text: string) =>
  queryOptions({ ...contractQuery(searching.find, { query: { text } }), staleTime: 5_000 });
