import { useQuery } from '@tanstack/react-query';
import { largestPageSize } from '#domain/kernel/list-query';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { request } from '../../platform/api';
import { useAccess } from '../../platform/access';

/** Every price group that prices can be entered or asked for; undefined until they are here. */
export function usePriceGroups(): readonly PriceGroup[] | undefined {
  const { mayCall } = useAccess();
  const query = { per_page: String(largestPageSize), status: 'active' };
  return useQuery({
    queryKey: [priceGroups.list.path, query],
    queryFn: ({ signal }) => request(priceGroups.list, { query, signal, shownInPlace: true }),
    enabled: mayCall(priceGroups.list),
  }).data?.data;
}
