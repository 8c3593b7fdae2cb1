import { Alert } from '@mantine/core';
import { Info } from 'lucide-react';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { VatReturn } from '#domain/vat-returns/vat-return.contract';

/** What a return includes or excludes because of the registration dates, or of its own first day (F102). */
export function OutsideRegistration({ vatReturn }: { vatReturn: VatReturn }) {
  const words = wordsOf(vatReturn);
  return (
    words && (
      <Alert
        role="status"
        color="info"
        variant="light"
        mb={16}
        icon={<Info size={18} />}
        styles={{ message: { color: 'var(--mantine-color-text)' } }}
      >
        {words}
      </Alert>
    )
  );
}

function wordsOf({ stage, before_registration: before, state }: VatReturn): string | null {
  if (before) return wordsBefore(before, state === 'filed');
  if (stage === 'final' && state !== 'filed')
    return 'This is the final return. Credit notes and other VAT dated after the registration ended are included until you file it.';
  if (stage === 'after_registration')
    return 'The registration has ended. This holds VAT that came after the final return was filed. Tell HMRC about it on form VAT427.';
  return null;
}

function wordsBefore(
  {
    entry_count: count,
    registered_from: from,
    is_first_day: isFirstDay,
    output_vat: output,
    input_vat: input,
  }: NonNullable<VatReturn['before_registration']>,
  isFiled: boolean,
): string {
  const entries = count === 1 ? '1 entry is' : `${count.toLocaleString('en-GB')} entries are`;
  const vat = `${formatPounds(output)} of output VAT and ${formatPounds(input)} of input VAT`;
  const remedy = isFiled
    ? 'correct them in a later return with a VAT adjustment against account 2205, VAT payable to HMRC.'
    : 'enter an earlier first day on the Books page before you file.';
  return isFirstDay
    ? `${entries} dated before ${formatDate(from)}, when the first return begins, and not included: ${vat}. If they were not returned elsewhere, ${remedy}`
    : `${entries} dated before the registration on ${formatDate(from)} and not included: ${vat}. To reclaim VAT on earlier purchases, enter a VAT adjustment.`;
}
