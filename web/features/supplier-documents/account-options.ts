import { useQuery } from '@tanstack/react-query';
import { lineAccounts } from './supplier-documents.queries';

/** The accounts supplier document lines can be posted to; `none` is the label of the blank option. */
export function useAccountOptions(none: string) {
  const found = useQuery(lineAccounts);
  const all = found.data?.data ?? [];
  return [
    { value: '', label: none },
    ...all.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  ];
}
