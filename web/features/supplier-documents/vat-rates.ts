import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type VatCode, vatCode, vatCodeNames, type VatRate } from '#domain/kernel/vat';
import { vatRatesToday } from './supplier-documents.queries';

const none: ReadonlyMap<VatCode, VatRate> = new Map();
const ratesOf = ({ vat_rates }: { readonly vat_rates: readonly { code: VatCode; rate: VatRate }[] }) =>
  new Map(vat_rates.map(({ code, rate }) => [code, rate]));

/** Today's rate of each VAT code, for amounts shown before the server calculates them. */
export function useVatRates(): ReadonlyMap<VatCode, VatRate> {
  const { data } = useQuery(vatRatesToday);
  // The same map as long as the rates are the same: lines of a document render again when it changes (finding F11).
  return useMemo(() => (data ? ratesOf(data) : none), [data]);
}

/** The same, read first if that has not been done; none if they cannot be read. */
export function useReadVatRates(): () => Promise<ReadonlyMap<VatCode, VatRate>> {
  const queries = useQueryClient();
  return () => queries.ensureQueryData(vatRatesToday).then(ratesOf, () => none);
}

/** "20%": a rate in hundredths of a percent, formatted. */
export const rateText = (rate: VatRate): string => `${rate / 100}%`;

export const vatOptions = (rates: ReadonlyMap<VatCode, VatRate>) =>
  vatCode.options.map(code => {
    const rate = rates.get(code);
    return { value: code, label: rate ? `${code} ${rateText(rate)}` : `${code} ${vatCodeNames[code]}` };
  });
