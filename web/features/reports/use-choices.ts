import { useQuery } from '@tanstack/react-query';
import { reportChoices } from './reports.queries';

/** What reports can be filtered by, as select options; only "All …" until they are loaded. */
export function useReportChoices() {
  const { data } = useQuery(reportChoices);
  const options = (kind: 'cashiers' | 'registers' | 'categories' | 'brands') => [
    { value: '', label: `All ${kind}` },
    ...(data?.[kind] ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return {
    cashiers: options('cashiers'),
    registers: options('registers'),
    categories: options('categories'),
    brands: options('brands'),
  };
}
