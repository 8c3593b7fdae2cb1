import { type NotedRecordType, notedRecords } from '#domain/notes/noted-records';
import { useAccess } from '../../platform/access';
import { RecordHistory } from '../audit';
import { NotesCard } from './notes-card';

type Props = {
  recordType: NotedRecordType;
  recordId: number;
  /** Nothing more is written about what was merged or erased. */
  canWrite?: boolean;
};

/** What people wrote on a record, and for those who may read the log what happened to it. */
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
