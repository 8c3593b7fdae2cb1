import { useQuery } from '@tanstack/react-query';
import { cashiers } from '#domain/tills/cashier.contract';
import { request } from '../../platform/api';

/** Who has a PIN and may sell or approve at a till. */
export const useCashiers = () =>
  useQuery({
    queryKey: [cashiers.list.path],
    queryFn: ({ signal }) => request(cashiers.list, { signal, shownInPlace: true }),
  });
