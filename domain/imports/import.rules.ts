import { no, type RuleResult, yes } from '../kernel/rule-result';
import { type ImportState, isUnderWay } from './import.contract';

/** Why an import in this state cannot take the step. */
export function reasonNotAllowed(state: ImportState): string {
  if (isUnderWay(state)) return 'This import is in progress. Wait until it is finished.';
  if (state === 'done') return 'This import has already been carried out.';
  if (state === 'paused') return 'This import is paused and partly posted. Resume it first.';
  if (state === 'undo_stopped') return 'This import is partly undone. Continue undoing it first.';
  if (state === 'undone') return 'This import was undone. Upload the file again.';
  if (state === 'failed') return 'This file could not be read. Upload another one.';
  return state === 'mapping'
    ? 'Map the columns and check the rows first.'
    : 'This import has not been carried out.';
}

/** Whether an import can be discarded. Once carried out, it is undone instead. */
export function canDiscard(state: ImportState): RuleResult {
  if (state === 'mapping' || state === 'checked' || state === 'failed') return yes;
  return no(state === 'undone' ? 'This import was undone and is kept as a record.' : reasonNotAllowed(state));
}

/** Whether an import can be undone, apart from records that are in use. */
export function canUndo(state: ImportState): RuleResult {
  if (state === 'done' || state === 'undo_stopped') return yes;
  if (isUnderWay(state) || state === 'paused') return no(reasonNotAllowed(state));
  return no(
    state === 'undone' ? 'This import has already been undone.' : 'This import has not been carried out yet.',
  );
}
