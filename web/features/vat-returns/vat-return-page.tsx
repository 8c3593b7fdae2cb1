import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { FileText, Lock } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { boxNumbers } from '#domain/vat-returns/nine-boxes';
import { type VatReturn, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { useAccess } from '../../platform/access';
import { requestFile } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { usePageTitle } from '../../platform/page-title';
import { saveFile } from '../../platform/save-file';
import { ActionButton } from '../../ui/action-button';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { FactList } from '../../ui/record/fact-list';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { PageHeader } from '../../ui/page-header';
import { JournalLink } from '../../ui/record/journal-link';
import { LoadFailure } from '../../ui/load-failure';
import { BackButton } from '../../ui/page-link';
import { everything, useReload } from '../../platform/reload';
import { RecordActivity } from '../notes';
import { EntriesLink } from './entries-link';
import { LateAlert } from './late-alert';
import { boxColumns, codeColumns } from './return-columns';
import { MissingNumbers } from './missing-numbers';
import { OutsideRegistration } from './outside-registration';
import { ReturnBadge, stageWords } from './return-words';
import './vat-returns.css';
import { returnTo } from './vat-returns.queries';

const FileReturnDialog = onDemand(async () => (await import('./file-return-dialog')).FileReturnDialog);

/** One VAT return: its nine boxes linked to their entries, totals by code, and its filing. */
export function VatReturnPage() {
  const { to = '' } = useParams({ strict: false }) as { to?: string };
  usePageTitle('VAT Return');
  const notices = useNotice();
  const page = useQuery(returnTo(to));
  const missing = page.error instanceof ApiError && page.error.status < 500 && page.error.status !== 0;
  return (
    <>
      <PageHeader
        title="VAT Return"
        detail={
          page.data && (
            <span className="vat-return-period">
              {periodWords(page.data)} <ReturnBadge vatReturn={page.data} />
              {stageWords[page.data.stage] && <Badge tone="secondary">{stageWords[page.data.stage]}</Badge>}
            </span>
          )
        }
        areActionsKnown={!page.isPending}
        actions={
          <>
            <BackButton to="/reports/vat-return">Back to List</BackButton>
            {(page.data || page.isPending) && (
              <Actions
                to={to}
                vatReturn={page.data}
                onFiled={() => notices.succeeded('VAT return filed and its dates locked.')}
              />
            )}
          </>
        }
      />
      <NoticeAlert notices={notices} />
      {page.data ? (
        <ReturnCards vatReturn={page.data} />
      ) : page.isError ? (
        <LoadFailure
          page={page}
          words={missing ? 'VAT period not found' : 'The VAT return could not be loaded.'}
        />
      ) : (
        <Skeleton height={520} />
      )}
    </>
  );
}

type ActionsProps = { to: string; vatReturn: VatReturn | undefined; onFiled: () => void };

function Actions({ to, vatReturn, onFiled }: ActionsProps) {
  const [isFiling, setFiling] = useState(false);
  const { canCall } = useAccess();
  const reload = useReload(everything);
  const save = async () => {
    // The error has been shown, and there is nothing to save.
    const pdf = await requestFile(vatReturns.pdf, { query: { to } }).catch(() => undefined);
    if (pdf) saveFile(pdf, `VAT-return-${to}.pdf`);
  };
  return (
    <>
      <Button variant="default" leftSection={<FileText size={16} />} onClick={() => void save()}>
        PDF
      </Button>
      {!vatReturn?.filed && canCall(vatReturns.file) && (
        <ActionButton
          can={vatReturn?.can_file ?? { allowed: true }}
          leftSection={<Lock size={16} />}
          onClick={() => setFiling(true)}
        >
          File return
        </ActionButton>
      )}
      {isFiling && vatReturn && (
        <FileReturnDialog
          vatReturn={vatReturn}
          onClose={() => setFiling(false)}
          onDone={() => {
            setFiling(false);
            reload(onFiled);
          }}
        />
      )}
    </>
  );
}

const ReturnCards = ({ vatReturn }: { vatReturn: VatReturn }) => (
  <>
    {(vatReturn.late.entry_count > 0 || !vatReturn.late.is_within_limit) && (
      <LateAlert vatReturn={vatReturn} />
    )}
    <MissingNumbers vatReturn={vatReturn} />
    <OutsideRegistration vatReturn={vatReturn} />
    <Card title="Boxes" actions={<EntriesLink to={vatReturn.to}>All entries</EntriesLink>} flush>
      <DataTable
        label="Boxes"
        rows={boxNumbers}
        rowKey={box => box}
        columns={boxColumns(vatReturn)}
        keepsColumns
      />
    </Card>
    <Card title="By VAT code" flush>
      {vatReturn.codes.length === 0 ? (
        <p className="long-table-empty">No entries with a VAT code in this period.</p>
      ) : (
        <DataTable
          label="By VAT code"
          rows={vatReturn.codes}
          rowKey={row => row.direction + row.code}
          columns={codeColumns(vatReturn.to)}
          keepsColumns
        />
      )}
    </Card>
    <Card title="Filing">
      <FactList facts={filingFacts(vatReturn)} />
    </Card>
    {vatReturn.filed && <RecordActivity recordType="vat_return" recordId={vatReturn.filed.id} />}
  </>
);

function filingFacts({ due_on, filed, can_file }: VatReturn) {
  const due = { label: 'Due', value: <Day date={due_on} /> };
  if (!filed)
    return [
      due,
      {
        label: 'Filed',
        value: can_file.allowed ? 'Not yet. The figures are to date.' : (can_file.reason ?? 'Not yet'),
      },
    ];
  return [
    due,
    { label: 'Filed', value: formatMoment(filed.at) },
    { label: 'Filed by', value: filed.by },
    { label: 'HMRC reference', value: filed.reference },
    {
      label: 'Journal',
      value:
        filed.journal_id === null ? (
          'None: no VAT to post'
        ) : (
          <JournalLink id={filed.journal_id}>Journal {filed.journal_id}</JournalLink>
        ),
    },
  ];
}
