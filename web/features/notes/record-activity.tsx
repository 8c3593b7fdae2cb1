import { type NotedRecordType, notedRecords } from '#domain/notes/noted-records';
import { useAccess } from '../../platform/access';
import { RecordHistory } from '../audit';
import { NotesCard } from './notes-card';

type Props = {
  recordType: NotedRecordType;
  recordId: number;
  /** Merged and erased records take no more notes. */
  canWrite?: boolean;
};

/** The notes on a record and, for users who may read the log, its history. */
export function RecordActivity({ recordType, recordId, canWrite = true }: Props) {
  const { canAny } = useAccess();
  return (
    <>
      {canAny(...notedRecords[recordType].anyOf) && (
        <NotesCard
          key={recordId}
          record={{ record_type: recordType, record_id: recordId }}
          canWrite={canWrite}
        />
      )}
      <RecordHistory recordType={recordType} recordId={recordId} />
    </>
  );
}
