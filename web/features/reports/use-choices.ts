import { useQuery } from '@tanstack/react-query';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { request } from '../../platform/api';

/** What reports can be narrowed to, as the options of selects; only "all of them" until they are there. */
export function useReportChoices() {
  const { data } = useQuery({
    queryKey: [salesSummaries.choices.path],
    queryFn: ({ signal }) => request(salesSummaries.choices, { signal, shownInPlace: true }),
    staleTime: 60_000,
  });
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
