import { formatPounds } from '#domain/kernel/money';
import type { VatReturnRow } from '#domain/vat-returns/vat-return.contract';
import { Badge, type Tone } from '../../ui/badge';
import { today } from '../../ui/form/dated-fields';

/** The status of a return; one that is over and past its due date is overdue. */
export function ReturnBadge({ vatReturn: { state, due_on } }: { vatReturn: VatReturnRow }) {
  const [tone, words] = badgeOf(state, due_on < today());
  return <Badge tone={tone}>{words}</Badge>;
}

function badgeOf(state: VatReturnRow['state'], isDue: boolean): readonly [Tone, string] {
  if (state === 'filed') return ['success', 'Filed'];
  if (state === 'running') return ['info', 'Current'];
  return isDue ? ['danger', 'Overdue'] : ['warning', 'To file'];
}

/** Box 5 with the direction of payment. */
export const netWords = ({ box_5, is_reclaim }: Pick<VatReturnRow, 'box_5' | 'is_reclaim'>): string => {
  if (box_5 === 0) return 'Nothing to pay';
  return `${formatPounds(box_5)} ${is_reclaim ? 'to reclaim' : 'to pay'}`;
};

/** What distinguishes a return from the usual ones, if anything (F102). */
export const stageWords: Readonly<Record<VatReturnRow['stage'], string | null>> = {
  registered: null,
  final: 'Final return',
  after_registration: 'After registration',
};
