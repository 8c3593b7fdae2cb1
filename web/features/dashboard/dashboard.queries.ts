import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { request } from '../../platform/api';
import { about } from '../../platform/live-state';
import { contractQuery, isReread } from '../../platform/queries';

const read = contractQuery(dashboard.show);

/** The first request counts as activity; automatic refreshes do not keep a user signed in. */
export const dashboardNow = queryOptions({
  ...read,
  queryFn: context =>
    request(dashboard.show, {
      signal: context.signal,
      shownInPlace: true,
      isUnattended: isReread(context),
      isBackground: isReread(context),
    }),
  meta: about('figures'),
});
