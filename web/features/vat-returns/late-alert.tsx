import { Alert } from '@mantine/core';
import { Info, TriangleAlert } from 'lucide-react';
import { formatPounds } from '#domain/kernel/money';
import type { VatReturn } from '#domain/vat-returns/vat-return.contract';
import { EntriesLink } from './entries-link';

/** Late entries in a return, and whether they exceed the limit for corrections (rule V25). */
export function LateAlert({ vatReturn: { late, to, state } }: { vatReturn: VatReturn }) {
  const many = late.entry_count !== 1;
  return (
    <Alert
      role="status"
      color={late.is_within_limit ? 'ledger' : 'yellow'}
      variant="light"
      mb={16}
      icon={late.is_within_limit ? <Info size={18} /> : <TriangleAlert size={18} />}
      title="Adjustments for earlier periods"
      data-notice={late.is_within_limit ? 'info' : 'warning'}
      styles={{
        message: { color: 'var(--mantine-color-text)' },
        title: { color: 'var(--mantine-color-text)' },
      }}
    >
      <p className="vat-return-late">
        {late.entry_count.toLocaleString('en-GB')} {many ? 'entries' : 'entry'} with an earlier tax point{' '}
        {many ? 'are' : 'is'} included in the boxes: {formatPounds(late.output_vat)} of output VAT and{' '}
        {formatPounds(late.input_vat)} of input VAT.{' '}
        {late.corrections !== 0 &&
          `Error corrections also total ${formatPounds(Math.abs(late.corrections))} net. `}
        {late.is_within_limit
          ? `Net errors of up to ${formatPounds(late.limit)} can be corrected in this return.`
          : `This exceeds the ${formatPounds(late.limit)} limit for correcting earlier returns here.`}{' '}
        {state !== 'filed' &&
          !late.is_within_limit &&
          'If any of it corrects errors, report those to HMRC separately. '}
        Always report careless errors to HMRC.
      </p>
      <EntriesLink to={to} more={{ late: 'yes' }}>
        Show {many ? 'them' : 'it'}
      </EntriesLink>
    </Alert>
  );
}
