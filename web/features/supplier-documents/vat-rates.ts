import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type VatCode, vatCode, vatCodeNames, type VatRate } from '#domain/kernel/vat';
import { vatRatesToday } from './supplier-documents.queries';

const none: ReadonlyMap<VatCode, VatRate> = new Map();

/** Today's rate of each VAT code, for amounts shown before the server calculates them. */
export function useVatRates(): ReadonlyMap<VatCode, VatRate> {
  const { data } = useQuery(vatRatesToday);
  // The same map as long as the rates are the same: lines of a document render again when it changes (finding F11).
  return useMemo(() => (data ? new Map(data.vat_rates.map(({ code, rate }) => [code, rate])) : none), [data]);
}

/** "20%": a rate in hundredths of a percent, formatted. */
export const rateText = (rate: VatRate): string => `${rate / 100}%`;

export const vatOptions = (rates: ReadonlyMap<VatCode, VatRate>) =>
  vatCode.options.map(code => {
    const rate = rates.get(code);
    return { value: code, label: rate ? `${code} ${rateText(rate)}` : `${code} ${vatCodeNames[code]}` };
  });
