import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import { formatPounds } from '#domain/kernel/money';
import type { VatReturn } from '#domain/vat-returns/vat-return.contract';
import { EntriesLink } from './entries-link';

/** Bills in a return that reclaim VAT without the supplier's VAT number (rule V18, decision 197). */
export function MissingNumbers({ vatReturn: { without_vat_number, to } }: { vatReturn: VatReturn }) {
  const { bills, vat } = without_vat_number;
  if (bills === 0) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      mb={16}
      icon={<TriangleAlert size={18} />}
      title="Supplier VAT numbers missing"
      data-notice="warning"
      styles={{
        message: { color: 'var(--mantine-color-text)' },
        title: { color: 'var(--mantine-color-text)' },
      }}
    >
      <p className="vat-return-late">
        {countOf(bills, 'bill')} from {bills === 1 ? 'a supplier' : 'suppliers'} without a VAT number{' '}
        {bills === 1 ? 'reclaims' : 'reclaim'} {formatPounds(vat)} of VAT. Check that each is a VAT invoice,
        and enter the number it shows under Terms on the supplier’s page.
      </p>
      <EntriesLink to={to} more={{ vat_number: 'missing' }}>
        Show {bills === 1 ? 'it' : 'them'}
      </EntriesLink>
    </Alert>
  );
}
