import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { request } from '../../platform/api';
import { about } from '../../platform/live-state';
import { contractQuery } from '../../platform/queries';

const read = contractQuery(dashboard.show);

/** The first request counts as activity; automatic refreshes do not keep a user signed in. */
export const dashboardNow = queryOptions({
  ...read,
  queryFn: ({ signal, client }) =>
    request(dashboard.show, {
      signal,
      shownInPlace: true,
      isUnattended: client.getQueryData(read.queryKey) !== undefined,
    }),
  meta: about('figures'),
});
