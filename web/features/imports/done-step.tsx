import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { imports } from '#domain/imports/import.contract';
import { type ImportKind, importTerms } from '#domain/imports/import-kinds';
import { formatMoment } from '#domain/kernel/dates';
import { confirmedRemoval } from '../../platform/confirm';
import { newIdempotencyKey, request } from '../../platform/api';
import { ActionButton } from '../../ui/action-button';
import { Card } from '../../ui/card';
import { LinkButton } from '../../ui/links';
import { Tiles } from '../../ui/tiles';
import { useFailedWrite } from '../../ui/form/use-failed-write';
import { useCanOpen } from '../../platform/may-open';
import { undoQuestion } from './import-list-page';
import { Problem, type StepProps } from './step';

/** A finished import, with links to its records and the undo button. */
export function DoneStep({ imported, onChange }: StepProps) {
  const { counts, kind, state, id, committed_at, undone_at } = imported;
  const { many, listPath } = importTerms[kind];
  const [problem, setProblem] = useState<string | null>(null);
  const failed = useFailedWrite(setProblem);
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    if (busy || !(await confirmedRemoval('Undo this import?', 'Undo import', undoQuestion(imported)))) return;
    setBusy(true);
    setProblem(null);
    try {
      onChange(
        await request(imports.undo, {
          params: { id },
          idempotencyKey: newIdempotencyKey(),
          shownInPlace: true,
        }),
      );
    } catch (error) {
      failed(error, 'The import could not be undone. Try again.');
    }
    setBusy(false);
  };
  const canOpen = useCanOpen();
  const isUndone = state === 'undone';
  const notImported = imported.row_count - counts.new - counts.changed - counts.unchanged;
  return (
    <>
      {problem && <Problem text={problem} />}
      <Card>
        <Tiles
          tiles={[
            { label: 'New', value: counts.new.toLocaleString('en-GB') },
            { label: 'Changed', value: counts.changed.toLocaleString('en-GB') },
            { label: 'Unchanged', value: counts.unchanged.toLocaleString('en-GB') },
            { label: 'Not imported', value: notImported.toLocaleString('en-GB') },
          ]}
        />
        <p className="import-words import-verdict" role="status">
          {isUndone && undone_at
            ? `Undone on ${formatMoment(undone_at)}. ${imported.left_behind.length === 0 ? restoredWords(kind) : imported.left_behind.join(' ')}`
            : committed_at
              ? `Imported on ${formatMoment(committed_at)}. ${undoableWords(kind)}`
              : null}
        </p>
        <div className="import-actions">
          {canOpen(listPath) && <LinkButton to={listPath}>Open {many.toLowerCase()}</LinkButton>}
          <LinkButton to="/imports/new" search={{ kind }} variant="default">
            Import another file
          </LinkButton>
          <ActionButton
            variant="default"
            leftSection={<Undo2 size={16} />}
            loading={busy}
            can={imported.can.undo}
            onClick={() => void undo()}
          >
            Undo this import
          </ActionButton>
        </div>
      </Card>
    </>
  );
}

const restoredWords = (kind: ImportKind): string =>
  importTerms[kind].isPosted
    ? 'Every entry is reversed on its own date.'
    : 'All records are as they were before the import.';
const undoableWords = (kind: ImportKind): string =>
  importTerms[kind].isPosted
    ? 'You can undo it until one of its documents is paid, in full or in part.'
    : 'You can undo it until its records are used.';
