import { useQuery } from '@tanstack/react-query';
import { reportChoices } from './reports.queries';

/** What reports can be filtered by, as select options, also none of them; only "All …" until they are loaded. */
export function useReportChoices() {
  const { data } = useQuery(reportChoices);
  const options = (kind: 'cashiers' | 'registers' | 'categories' | 'brands', none?: string) => [
    { value: '', label: `All ${kind}` },
    ...(data?.[kind] ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ...(data && none ? [{ value: 'none', label: none }] : []),
  ];
  return {
    cashiers: options('cashiers'),
    registers: options('registers', 'No register'),
    categories: options('categories', 'No category'),
    brands: options('brands', 'No brand'),
  };
}
