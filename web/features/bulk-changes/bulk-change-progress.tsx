import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { type BulkChangeDetail, bulkChanges, isUnderWay } from '#domain/bulk-changes/bulk-change.contract';
import { countOf } from '#domain/kernel/count-of';
import { request } from '../../platform/api';
import { useBusy } from '../../ui/use-busy';
import { NoticeAlert, useNotice } from '../../ui/notice';
import './bulk-changes.css';

type Props = { readonly change: BulkChangeDetail; readonly onChange: (next: BulkChangeDetail) => void };

/** How far a change is, what came of it, and Undo. */
export function BulkChangeProgress({ change, onChange }: Props) {
  const notices = useNotice();
  const { busy, whileBusy } = useBusy();
  const undo = () =>
    whileBusy(async () => {
      try {
        onChange(await request(bulkChanges.undo, { params: { id: change.id }, shownInPlace: true }));
      } catch (error) {
        notices.failedWrite(error, 'The change could not be undone. Try again.');
      }
    });
  return (
    <div className="bulk-progress">
      <NoticeAlert notices={notices} />
      <Meter change={change} />
      <p role="status" className="figures">
        {resultWords(change)}
      </p>
      {change.problem && <p className="bulk-problem">{change.problem}</p>}
      {isUnderWay(change.state) && (
        <p className="bulk-hint">You can leave this page. The change continues in the background.</p>
      )}
      {change.can_undo.allowed && (
        <Button
          className="bulk-undo"
          variant="default"
          leftSection={<Undo2 size={16} />}
          loading={busy}
          onClick={() => void undo()}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

function Meter({ change }: { change: BulkChangeDetail }) {
  const isUndo = change.state === 'undoing' || change.state === 'undone';
  const total = isUndo ? change.changed_count : change.row_count;
  const done = isUndo
    ? change.undone_count + change.kept_count
    : change.changed_count + change.unchanged_count + change.refused_count;
  return (
    <>
      <progress aria-label={isUndo ? 'Undone so far' : 'Done so far'} max={total} value={done} />
      <p className="bulk-hint figures">
        {done.toLocaleString('en-GB')} of {countOf(total, 'record')}
      </p>
    </>
  );
}

const number = (count: number) => count.toLocaleString('en-GB');

/** The result in words, such as `Done: 3,400 changed, 10 unchanged, 2 refused.` */
export function resultWords(change: BulkChangeDetail): string {
  const { state, changed_count, unchanged_count, refused_count, undone_count, kept_count } = change;
  if (state === 'undoing' || state === 'undone')
    return `${state === 'undoing' ? 'Undoing' : 'Undone'}: ${number(undone_count)} restored${kept_count > 0 ? `, ${number(kept_count)} not undone` : ''}.`;
  const others = [
    unchanged_count > 0 && `${number(unchanged_count)} unchanged`,
    refused_count > 0 && `${number(refused_count)} refused`,
  ].filter(part => part !== false);
  return `${state === 'running' ? 'Running' : 'Done'}: ${[`${number(changed_count)} changed`, ...others].join(', ')}.`;
}
