import { Alert } from '@mantine/core';
import { Info, TriangleAlert } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import type { VatReturn } from '#domain/vat-returns/vat-return.contract';
import { EntriesLink } from './entries-link';

/** What of earlier periods is in a return, and whether that is more than may be put right there (rule V25). */
export function LateAlert({ vatReturn: { late, to, state } }: { vatReturn: VatReturn }) {
  const many = late.entry_count !== 1;
  return (
    <Alert
      role="status"
      color={late.is_within_limit ? 'ledger' : 'yellow'}
      variant="light"
      mb={16}
      icon={late.is_within_limit ? <Info size={18} /> : <TriangleAlert size={18} />}
      title="Adjustments of earlier periods"
      data-notice={late.is_within_limit ? 'info' : 'warning'}
      styles={{
        message: { color: 'var(--mantine-color-text)' },
        title: { color: 'var(--mantine-color-text)' },
      }}
    >
      <p className="vat-return-late">
        {late.entry_count.toLocaleString('en-GB')} {many ? 'entries' : 'entry'} with an earlier tax point{' '}
        {many ? 'are' : 'is'} in the boxes: {formatPounds(late.output_vat)} of output VAT and{' '}
        {formatPounds(late.input_vat)} of input VAT.{' '}
        {late.corrections !== 0 &&
          `Error corrections come to ${formatPounds(Math.abs(late.corrections))} net besides. `}
        {late.is_within_limit
          ? `Up to a net error of ${formatPounds(late.limit)} earlier returns are put right here.`
          : `That is more than the ${formatPounds(late.limit)} by which earlier returns may be put right here.`}{' '}
        {state !== 'filed' &&
          !late.is_within_limit &&
          'Where it corrects errors, tell HMRC of them by themselves. '}
        Careless errors are told to HMRC in any case.
      </p>
      <EntriesLink to={to} more={{ late: 'yes' }}>
        Show {many ? 'them' : 'it'}
      </EntriesLink>
    </Alert>
  );
}
