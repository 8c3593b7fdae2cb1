import { Alert, Button, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileKey, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { actionWords, recordWords } from '#domain/audit/activity-words';
import { audit } from '#domain/audit/audit.contract';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate, formatMoment } from '#domain/kernel/dates';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useSaveExport } from '../../ui/files/use-save-export';
import { auditColumns } from './audit-columns';
import { auditFacets, auditPage } from './audit.queries';

/** The audit log: who did what, when, before and after. Read-only. */
export function AuditPage() {
  const list = useListState(audit.list);
  const page = useQuery(auditPage(list.query));
  const notices = useNotice();
  const [result, setResult] = useState<ReplyOf<typeof audit.verify> | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    notices.dismiss();
    // A result from an earlier check no longer applies.
    setResult(null);
    try {
      setResult(await request(audit.verify, { shownInPlace: true }));
    } catch (error) {
      notices.failed(
        messageOf(error, 'The log could not be verified because the server cannot be reached. Try again.'),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <ListPage
      title="Audit Log"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <Button
            variant="default"
            loading={busy}
            leftSection={<ShieldCheck size={16} />}
            onClick={() => void verify()}
          >
            Verify
          </Button>
          <ProofButton />
          <ExportMenu list={list} call={audit.export} fileName="audit-log" />
        </>
      }
      filters={<AuditFilters list={list} />}
      empty="No entries match this search."
    >
      {result && <ChainAlert check={result} />}
      <DataTable
        label="Audit log"
        list={list}
        rows={page.data?.data}
        rowKey={entry => entry.id}
        isStale={page.isPlaceholderData}
        columns={auditColumns}
      />
    </ListPage>
  );
}

function AuditFilters({ list }: { list: ListStateOf<typeof audit.list> }) {
  const { data } = useQuery(auditFacets);
  const words = (names: readonly string[], say: (name: string) => string) =>
    names.map(name => ({ value: name, label: say(name) }));
  return (
    <>
      <SearchFilter list={list} placeholder="Search by record or user" />
      <SelectFilter
        list={list}
        name="record_type"
        label="Record"
        all="All records"
        options={words(data?.record_types ?? [], recordWords)}
      />
      <SelectFilter
        list={list}
        name="action"
        label="Action"
        all="All actions"
        options={words(data?.actions ?? [], actionWords)}
      />
      <SelectFilter
        list={list}
        name="actor_id"
        label="User"
        all="All users"
        options={data?.actors.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      />
      <DateRangeFilter list={list} />
    </>
  );
}

/** For an auditor, who verifies the file with `npm run audit`. */
function ProofButton() {
  const { canCall } = useAccess();
  const saveExport = useSaveExport();
  const [busy, setBusy] = useState(false);
  if (!canCall(audit.proof)) return null;
  const save = async () => {
    setBusy(true);
    await saveExport({ call: audit.proof, query: {}, fileName: 'audit-log.jsonl' });
    setBusy(false);
  };
  return (
    <Button variant="default" loading={busy} leftSection={<FileKey size={16} />} onClick={() => void save()}>
      Proof
    </Button>
  );
}

const count = (entries: number) => entries.toLocaleString('en-GB');

const ChainAlert = ({ check }: { check: ReplyOf<typeof audit.verify> }) => (
  <Alert
    role="status"
    color={check.intact ? 'ledger' : 'red'}
    variant="light"
    m={12}
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {check.intact
      ? `All ${count(check.entries)} entries are intact. None has been changed, removed or inserted. Checked ${formatMoment(check.checked_at)}.`
      : `Entry ${check.first_broken_id} was changed, removed or inserted outside Counterfoil. Checked ${formatMoment(check.checked_at)}.`}
    <Text size="sm" c="dimmed" mt={4}>
      {count(check.sealed)} are sealed.{' '}
      {check.signed_through
        ? `Days are signed up to ${formatDate(check.signed_through)}.`
        : 'The first day is signed after midnight.'}{' '}
      {check.days_not_in_log.length > 0 &&
        `The signed log of ${check.days_not_in_log.map(formatDate).join(', ')} is not in it: entries were cut off, or an older backup was restored. `}
      Public key: <Code style={{ overflowWrap: 'anywhere' }}>{check.public_key}</Code>
    </Text>
  </Alert>
);
