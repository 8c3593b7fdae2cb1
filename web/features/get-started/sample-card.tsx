import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { type SampleData, sampleData } from '#domain/get-started/sample-data.contract';
import { countOf } from '#domain/kernel/count-of';
import { formatDay } from '#domain/kernel/dates';
import { londonTime } from '#domain/kernel/london-clock';
import { request } from '../../platform/api';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { everything, useReload } from '../../platform/reload';
import { Card } from '../../ui/card';
import { NoticeAlert, type Notices, useNotice } from '../../ui/notice';
import { useBusy } from '../../ui/use-busy';
import { sampleNow } from './get-started-details.queries';
import { ProgressBar } from './progress-bar';

const cardId = 'sample-data';

/** Adds an invented trade to empty books, shows how far that is, and removes it. Not for a business that trades. */
export function SampleCard() {
  const { data } = useQuery(sampleNow);
  const notices = useNotice();
  const reload = useReload(everything);
  const state = data?.state;
  const shown = useRef(state);
  useEffect(() => {
    const before = shown.current;
    shown.current = state;
    if (before === undefined || before === state) return;
    // What other pages have read is out of date once the sample is there.
    if (before === 'adding') reload();
    // The button that was pressed is gone, so the keyboard goes on from here.
    if (document.activeElement === document.body) document.getElementById(cardId)?.focus();
  }, [state, reload]);
  if (!data || (data.refusal !== null && notices.notice === null)) return null;
  return (
    <Card id={cardId} title={data.state === 'none' ? 'Try it with sample data' : 'Sample data'}>
      <NoticeAlert notices={notices} />
      <Parts sample={data} notices={notices} />
    </Card>
  );
}

type Props = { sample: SampleData; notices: Notices };

function Parts({ sample, notices }: Props) {
  const { state, done, total, problem } = sample;
  if (state === 'none') return <Offer sample={sample} notices={notices} />;
  if (state === 'adding')
    return (
      <>
        <p className="guide-sample">Adding sample data. You can leave this page.</p>
        <ProgressBar label="Records added" settled={done} total={total} />
      </>
    );
  return (
    <Removal sample={sample} notices={notices}>
      {state === 'failed' && (
        <Alert
          role="alert"
          color="red"
          variant="light"
          mb={12}
          title="The sample data could not be completed"
          styles={{ message: { color: 'var(--mantine-color-text)' } }}
        >
          {problem} Remove what was added, then try again.
        </Alert>
      )}
    </Removal>
  );
}

/** Sends a change of the sample data, and shows what came of it. */
function useSampleChange(notices: Notices) {
  const { busy, whileBusy } = useBusy();
  const queries = useQueryClient();
  const change = (send: () => Promise<SampleData>, failure: string, onDone?: () => void) =>
    whileBusy(async () => {
      notices.dismiss();
      try {
        queries.setQueryData(sampleNow.queryKey, await send());
        onDone?.();
      } catch (error) {
        notices.failedWrite(error, failure);
        await queries.invalidateQueries({ queryKey: sampleNow.queryKey });
      }
    });
  return { busy, change };
}

function Offer({ sample, notices }: Props) {
  const { busy, change } = useSampleChange(notices);
  const add = () =>
    change(
      () => request(sampleData.add, { body: {}, shownInPlace: true }),
      'The sample data could not be added. Try again.',
    );
  if (sample.refusal !== null) return null;
  return (
    <div className="guide-card">
      <div>
        <p className="guide-sample">
          Adds an invented shop to your empty books: products, suppliers, customers, and two weeks of orders,
          sales and payments. An administrator can remove all of it later. Until then, do not enter real data:
          it would be removed too.
        </p>
      </div>
      <Button variant="default" loading={busy} onClick={() => void add()}>
        Add sample data
      </Button>
    </div>
  );
}

function Removal({ sample, notices, children }: Props & { children: ReactNode }) {
  const { busy, change } = useSampleChange(notices);
  const { canCall } = useAccess();
  const reload = useReload(everything);
  const { journals, started_by, removal_refusal } = sample;
  const since = sample.started_at
    ? `${formatDay(sample.started_at)} at ${londonTime(sample.started_at)}`
    : '';
  const canRemove = canCall(sampleData.remove);
  const remove = async () => {
    const words = consequence(since, journals);
    if (!(await confirmedRemoval('Remove the sample data?', 'Remove sample data', words))) return;
    await change(
      () => request(sampleData.remove, { body: { journals }, shownInPlace: true }),
      'The sample data could not be removed. Try again.',
      () =>
        reload(() => notices.succeeded('The sample data is removed. Your books are as they were before.')),
    );
  };
  return (
    <>
      {children}
      <div className="guide-card">
        <div>
          <p className="guide-sample">
            {started_by} added sample data to these books on {since}.{' '}
            {removal_refusal ??
              (canRemove
                ? 'Remove it before you enter anything real: everything entered since then, by anyone, is removed with it.'
                : 'An administrator can remove it. Do not enter anything real until then: everything entered since, by anyone, is removed with it.')}
          </p>
        </div>
        {canRemove && removal_refusal === null && (
          <Button variant="default" loading={busy} onClick={() => void remove()}>
            Remove the sample data
          </Button>
        )}
      </div>
    </>
  );
}

const consequence = (since: string, journals: number): string =>
  `Removed: every product, supplier, customer, order, sale, payment and other record entered since ${since}, including your own, with ${countOf(journals, 'journal')}. What you had entered before comes back as it was.

Kept: users, roles, settings, registers, the inbox, backups and the audit log.

This cannot be undone.`;

/** For a business that can no longer add sample data to its own books. */
export function SecondCopyCard() {
  const { data } = useQuery(sampleNow);
  if (!data || data.refusal === null) return null;
  return (
    <Card title="Look around first">
      <p>
        {data.refusal} To try things out, start a second copy with a data folder of its own:{' '}
        <code>DATA_DIR=./demo PORT=3001 npm start -- --demo</code>.
      </p>
    </Card>
  );
}
