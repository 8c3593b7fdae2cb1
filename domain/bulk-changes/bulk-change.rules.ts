import { no, type RuleResult, yes } from '../kernel/rule-result';
import type { BulkChangeRow } from './bulk-change.contract';

/** Whether a change can be undone: once, after it has changed something. */
export function canUndo({
  state,
  changed_count,
}: Pick<BulkChangeRow, 'state' | 'changed_count'>): RuleResult {
  if (state === 'running') return no('This change is still running. Undo it once it is done.');
  if (state === 'undoing') return no('This change is already being undone.');
  if (state === 'undone') return no('This change has already been undone.');
  return changed_count === 0 ? no('Nothing was changed, so there is nothing to undo.') : yes;
}
