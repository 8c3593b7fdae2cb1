import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { BulkChangeRow, BulkListName } from './bulk-change.contract';

/** Decisions are final here, as they are for one record. What takes them back has its own rules. */
const final: Partial<Readonly<Record<BulkListName, string>>> = {
  expenses:
    'Decisions on expenses are not undone here. Cancel an approved expense on its page; a rejected one can be submitted again.',
  sale_exceptions: 'A reviewed sale stays reviewed.',
};

/** Whether a change can be undone: once, after it has changed something. */
export function canUndo({
  list,
  state,
  changed_count,
}: Pick<BulkChangeRow, 'list' | 'state' | 'changed_count'>): RuleResult {
  const whyFinal = final[list];
  if (whyFinal !== undefined) return no(whyFinal);
  if (state === 'running') return no('This change is still running. Undo it once it is done.');
  if (state === 'undoing') return no('This change is already being undone.');
  if (state === 'undone') return no('This change has already been undone.');
  return changed_count === 0 ? no('Nothing was changed, so there is nothing to undo.') : yes;
}
