import { useQuery } from '@tanstack/react-query';
import { useAccess } from '../../platform/access';
import { Card } from '../../ui/card';
import { DataTable } from '../../ui/table/data-table';
import { LoadFailure } from '../../ui/load-failure';
import { LongTable } from '../../ui/table/long-table';
import { historyColumns } from './audit-columns';
import { historyOf } from './audit.queries';

/** The history card of a record, for users who can read the audit log. */
export function RecordHistory({ recordType, recordId }: { recordType: string; recordId: number }) {
  const { can } = useAccess();
  const canRead = can('view_audit');
  const page = useQuery({ ...historyOf(recordType, recordId), enabled: canRead });
  if (!canRead) return null;
  return (
    <Card title="History" flush>
      {page.isError ? (
        <LoadFailure page={page} />
      ) : page.data ? (
        <LongTable
          label="History"
          rows={page.data.data}
          rowKey={entry => entry.id}
          columns={historyColumns}
          empty="No history yet."
        />
      ) : (
        <DataTable label="History" rows={undefined} rowKey={() => ''} columns={historyColumns} />
      )}
    </Card>
  );
}
