import { useQuery } from '@tanstack/react-query';
import { type PriceGroup, priceGroups } from '#domain/pricing/price-group.contract';
import { useAccess } from '../../platform/access';
import { activePriceGroups } from './prices.queries';

/** All price groups that can be chosen; undefined until loaded. */
export function usePriceGroups(): readonly PriceGroup[] | undefined {
  const { canCall } = useAccess();
  return useQuery({ ...activePriceGroups, enabled: canCall(priceGroups.list) }).data?.data;
}
