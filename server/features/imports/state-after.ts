import type { ImportState } from '#domain/imports/import.contract';
import { importTerms } from '#domain/imports/import-kinds';
import type { StoredImport } from './imports.queries';

/** The state of an import after a step that failed or was stopped. */
const statesAfter = {
  reading: 'failed',
  checking: 'mapping',
  committing: 'checked',
  undoing: 'done',
} as const satisfies Partial<Record<ImportState, ImportState>>;

/** The states in which a job works on an import. */
export type WorkingState = keyof typeof statesAfter;
export const isWorking = (state: ImportState): state is WorkingState => state in statesAfter;

/**
 * The state to which an import returns when a step fails or is stopped. Part of a history may be posted, or undone: then
 * it is paused instead, and can be continued. Before its first document it can still be remapped.
 */
export function stateAfter(
  step: WorkingState,
  { kind, document_cursor, progress }: Pick<StoredImport, 'kind' | 'document_cursor' | 'progress'>,
): { readonly back: ImportState; readonly isPartly: boolean } {
  const { isHistory } = importTerms[kind];
  if (isHistory && step === 'committing' && document_cursor > 0) return { back: 'paused', isPartly: true };
  if (isHistory && step === 'undoing' && progress > 0) return { back: 'undo_stopped', isPartly: true };
  return { back: statesAfter[step], isPartly: false };
}
