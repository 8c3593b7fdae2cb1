import { countOf } from '#domain/kernel/count-of';
import type { ImportDetail } from '#domain/imports/import.contract';
import { Card } from '../../ui/card';

const words: Readonly<Partial<Record<ImportDetail['state'], string>>> = {
  reading: 'Reading the file',
  checking: 'Checking the import. Nothing is changed yet',
  committing: 'Importing',
  undoing: 'Undoing the import',
};

/** The progress in rows. The page polls it. */
export function ImportProgress({ imported }: { imported: ImportDetail }) {
  const { state, progress, row_count, counts } = imported;
  const total = state === 'undoing' ? counts.new + counts.changed : row_count;
  const isKnown = state !== 'reading' && total > 0;
  return (
    <Card>
      <div className="import-progress">
        <p id="import-progress-words">{words[state]}…</p>
        <progress
          aria-labelledby="import-progress-words"
          max={isKnown ? total : undefined}
          value={isKnown ? Math.min(progress, total) : undefined}
        />
        <p className="import-words figures" role="status">
          {isKnown
            ? `${progress.toLocaleString('en-GB')} of ${countOf(total, 'row')}`
            : `${countOf(progress, 'row')} so far`}
        </p>
        <p className="import-words">You can leave this page. The import continues in the background.</p>
      </div>
    </Card>
  );
}
