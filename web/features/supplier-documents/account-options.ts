import { useQuery } from '@tanstack/react-query';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';

/** The accounts that lines of suppliers' documents may be posted to; `none` is what a blank choice means. */
export function useAccountOptions(none: string) {
  const found = useQuery({
    queryKey: [supplierDocuments.accounts.path],
    queryFn: ({ signal }) => request(supplierDocuments.accounts, { signal, shownInPlace: true }),
    staleTime: 60_000,
  });
  const all = found.data?.data ?? [];
  return [
    { value: '', label: none },
    ...all.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  ];
}
