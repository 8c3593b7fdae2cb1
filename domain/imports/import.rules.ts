import { no, type Verdict, yes } from '../kernel/verdict';
import { type ImportState, isUnderWay } from './import.contract';

const underWay = 'This import is being worked on. Wait until that is over.';

/** Whether an import may be thrown away: what was carried out is undone instead. */
export function canDiscard(state: ImportState): Verdict {
  if (state === 'mapping' || state === 'checked' || state === 'failed') return yes;
  if (isUnderWay(state)) return no(underWay);
  if (state === 'paused') return no('This import is paused: a part of it is posted. Go on with it first.');
  return state === 'undone'
    ? no('This import was undone. It is kept as a record.')
    : no('This import is carried out already.');
}

/** Whether the records of an import may be taken out again. Whether something uses them shows afterwards. */
export function canUndo(state: ImportState): Verdict {
  if (state === 'done') return yes;
  if (isUnderWay(state)) return no(underWay);
  return state === 'undone'
    ? no('This import was undone already.')
    : no('Nothing of this import has been carried out yet.');
}
