import { Button } from '@mantine/core';
import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { type ImportDetail, imports } from '#domain/imports/import.contract';
import { formatMoment } from '#domain/kernel/dates';
import { newIdempotencyKey, request } from '../../platform/api';
import { Card } from '../../ui/card';
import { LinkButton } from '../../ui/links';
import { Tiles } from '../../ui/tiles';
import { useFailedWrite } from '../../ui/form/use-failed-write';
import { CutOverCard } from './cut-over-card';
import { HistorySummaryCards } from './history-summary';
import { spanOf } from './import-words';
import { ListedLines } from './listed-lines';
import { SettledLines } from './settled-lines';
import { Problem, type StepProps } from './step';
import { UndoCard } from './undo-card';
import { Undone, UndoProgress } from './undo-progress';

type Props = StepProps & { readonly onRemap: () => void };

/** A sales history from its check onwards: preview, progress and result. */
export function HistoryStep({ imported, onChange, onRemap }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const failed = useFailedWrite(setProblem);
  const [busy, setBusy] = useState(false);
  const run = async (send: () => Promise<ImportDetail>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      onChange(await send());
    } catch (error) {
      failed(error, 'Something went wrong. Try again.');
    }
    setBusy(false);
  };
  const { id } = imported;
  const call = { params: { id }, idempotencyKey: newIdempotencyKey(), shownInPlace: true };
  const commit = () => run(() => request(imports.commit, { ...call, body: { without_rejected: true } }));
  const pause = () => run(() => request(imports.pause, call));
  const undo = () => run(() => request(imports.undo, call));
  const check = () =>
    run(() =>
      request(imports.check, {
        params: { id },
        body: { mapping: imported.mapping, ...imported.options },
        shownInPlace: true,
      }),
    );
  const { state } = imported;
  return (
    <>
      {problem && <Problem text={problem} />}
      {state === 'checked' && <Checked {...{ imported, busy, commit, check, onRemap }} />}
      {(state === 'committing' || state === 'paused') && <Running {...{ imported, busy, commit, pause }} />}
      {state === 'done' && <Done imported={imported} />}
      {(state === 'undoing' || state === 'undo_stopped') && (
        <UndoProgress {...{ imported, busy, undo, pause }} />
      )}
      {state === 'undone' && <Undone imported={imported} />}
      {(state === 'done' || state === 'paused') && (
        <CutOverCard key={imported.version} imported={imported} onChange={onChange} />
      )}
      {state !== 'committing' && state !== 'undoing' && (
        <>
          <HistorySummaryCards imported={imported} />
          <ListedLines imported={imported} />
          {state === 'done' && <SettledLines imported={imported} />}
        </>
      )}
      {state === 'done' && <UndoCard {...{ imported, busy, undo }} />}
    </>
  );
}

type Act = () => Promise<void>;

function Checked({
  imported,
  busy,
  commit,
  check,
  onRemap,
}: {
  imported: ImportDetail;
  busy: boolean;
  commit: Act;
  check: Act;
  onRemap: () => void;
}) {
  const { counts, is_stale, history } = imported;
  return (
    <Card>
      <Tiles tiles={tilesOf(imported, 'Lines to post')} />
      <p className="import-words import-verdict" role="status">
        {is_stale ? 'Lines were corrected. Check again before you import.' : checkSummary(imported)}
      </p>
      <div className="import-actions">
        <Button disabled={is_stale || counts.new === 0} loading={busy} onClick={() => void commit()}>
          {`Post ${countOf(counts.new, 'line')}`}
        </Button>
        <Button variant={is_stale ? 'filled' : 'default'} disabled={busy} onClick={() => void check()}>
          Check again
        </Button>
        <Button variant="default" disabled={busy} onClick={onRemap}>
          Change columns and options
        </Button>
      </div>
      {history?.trial && counts.new > 0 && (
        <p className="import-words import-foot">
          You can undo the whole import until later documents depend on it. After that, refund any wrong
          sales.
        </p>
      )}
    </Card>
  );
}

const tilesOf = ({ counts, history }: ImportDetail, first: string) =>
  [
    [first, counts.new],
    ['Already imported', counts.unchanged],
    ['Not posted', counts.rejected],
    ['Documents', history?.documents ?? 0],
  ].map(([label, value]) => ({ label: String(label), value: value?.toLocaleString('en-GB') }));

function checkSummary({ counts, history }: ImportDetail): string {
  if (counts.new === 0)
    return counts.unchanged > 0
      ? 'All lines that can be posted are already imported. There is nothing to import.'
      : 'There is nothing to post. See the reasons below.';
  const trial = history?.trial;
  const sorted = 'All lines have been checked.';
  if (!trial || trial.documents === 0) return sorted;
  const secondsLeft = Math.round(((trial.milliseconds / trial.documents) * history.documents) / 1000);
  const refused = trial.refused > 0 ? ` ${countOf(trial.refused, 'line')} would be refused.` : '';
  return `${sorted} The first ${countOf(trial.documents, 'document')} were posted as a test and reversed.${refused} Posting everything will take about ${spanOf(secondsLeft)}.`;
}

function Running({
  imported,
  busy,
  commit,
  pause,
}: {
  imported: ImportDetail;
  busy: boolean;
  commit: Act;
  pause: Act;
}) {
  const { state, history, progress } = imported;
  const { documents = 0, done = 0 } = history ?? {};
  const isPaused = state === 'paused';
  return (
    <Card>
      <div className="import-progress">
        <p id="import-progress-words">
          {isPaused ? 'Paused. Documents posted so far are kept.' : 'Posting the documents…'}
        </p>
        <progress aria-labelledby="import-progress-words" max={documents} value={done} />
        <p className="import-words figures" role="status">
          {`${done.toLocaleString('en-GB')} of ${countOf(documents, 'document')}, ${countOf(progress, 'line')} posted`}
        </p>
        {!isPaused && <p className="import-words figures">{paceOf(imported)}</p>}
        <p className="import-words">
          {isPaused
            ? 'Continue now or another day. The import resumes with the next document.'
            : 'You can leave this page. The import continues in the background.'}
        </p>
        <div className="import-actions">
          {isPaused ? (
            <Button leftSection={<Play size={16} />} loading={busy} onClick={() => void commit()}>
              Resume
            </Button>
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

/** "52 documents a second, about 2 minutes left", measured since the last start. */
function paceOf({ history }: ImportDetail): string {
  if (!history?.run_started_at) return 'Adding products and customers…';
  const seconds = (Date.now() - Date.parse(history.run_started_at)) / 1000;
  const posted = history.done - history.run_from;
  if (seconds < 2 || posted <= 0) return 'Starting…';
  const pace = posted / seconds;
  const secondsLeft = Math.round((history.documents - history.done) / pace);
  return `${pace.toLocaleString('en-GB', { maximumFractionDigits: pace < 10 ? 1 : 0 })} documents a second, about ${spanOf(secondsLeft)} left`;
}

function Done({ imported }: { imported: ImportDetail }) {
  const { committed_at } = imported;
  return (
    <Card>
      <Tiles tiles={tilesOf(imported, 'Lines posted')} />
      <p className="import-words import-verdict" role="status">
        {committed_at &&
          `Imported on ${formatMoment(committed_at)}. The document numbers in the file are now the customer reference of each sale.`}
      </p>
      <div className="import-actions">
        <LinkButton to="/books">Check the books</LinkButton>
        <LinkButton to="/imports/new" search={{ kind: 'sales_history' }} variant="default">
          Import another file
        </LinkButton>
      </div>
    </Card>
  );
}
