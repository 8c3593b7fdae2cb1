import { Button } from '@mantine/core';
import { Pause, Undo2 } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import type { ImportDetail } from '#domain/imports/import.contract';
import { formatMoment } from '#domain/kernel/dates';
import { ActionButton } from '../../ui/action-button';
import { Card } from '../../ui/card';
import { LinkButton } from '../../ui/links';

type Props = {
  readonly imported: ImportDetail;
  readonly busy: boolean;
  readonly undo: () => Promise<void>;
  readonly pause: () => Promise<void>;
};

/** The progress of undoing a history. The page polls it. */
export function UndoProgress({ imported, busy, undo, pause }: Props) {
  const { state, progress, counts } = imported;
  const isStopped = state === 'undo_stopped';
  return (
    <Card>
      <div className="import-progress">
        <p id="import-progress-words">
          {isStopped ? 'Paused. Documents reversed so far stay reversed.' : 'Undoing the import…'}
        </p>
        <progress aria-labelledby="import-progress-words" max={counts.new} value={progress} />
        <p className="import-words figures" role="status">
          {`${progress.toLocaleString('en-GB')} of ${countOf(counts.new, 'line')} undone`}
        </p>
        <p className="import-words">
          {isStopped
            ? 'Until the undo is finished, its remaining sales cannot be refunded and VAT returns that include them cannot be filed.'
            : 'You can leave this page. The undo continues in the background.'}
        </p>
        <div className="import-actions">
          {isStopped ? (
            <ActionButton
              can={imported.can.undo}
              leftSection={<Undo2 size={16} />}
              loading={busy}
              onClick={() => void undo()}
            >
              Continue undoing
            </ActionButton>
          ) : (
            <Button
              variant="default"
              leftSection={<Pause size={16} />}
              loading={busy}
              onClick={() => void pause()}
            >
              Pause
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The result of the undo, with the records that had to stay. */
export const Undone = ({ imported: { undone_at, left_behind } }: Pick<Props, 'imported'>) => (
  <Card>
    <p className="import-words import-verdict" role="status">
      {undone_at &&
        `Undone on ${formatMoment(undone_at)}. All postings are reversed on their original dates. Reports, stock and VAT are as they were before the import. ${left_behind.join(' ')}`}
    </p>
    <div className="import-actions">
      <LinkButton to="/imports/new" search={{ kind: 'sales_history' }}>
        Import another file
      </LinkButton>
      <LinkButton to="/books" variant="default">
        Check the books
      </LinkButton>
    </div>
  </Card>
);
