import { useQuery } from '@tanstack/react-query';
import { lineAccounts } from './supplier-documents.queries';

/** The accounts that lines of suppliers' documents may be posted to; `none` is what a blank choice means. */
export function useAccountOptions(none: string) {
  const found = useQuery(lineAccounts);
  const all = found.data?.data ?? [];
  return [
    { value: '', label: none },
    ...all.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
  ];
}
