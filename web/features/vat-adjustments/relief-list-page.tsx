import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countOf } from '#domain/kernel/count-of';
import { formatPounds } from '#domain/kernel/money';
import {
  reliefKind,
  type ReliefKind,
  reliefKindNames,
  type VatRelief,
  vatReliefs,
  type VatReliefTotals,
} from '#domain/vat-returns/vat-relief.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { toast } from '../../platform/notices';
import { ClearSelection } from '../../ui/list/clear-selection';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateInput } from '../../ui/dates/date-input';
import { today } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { DocumentLink } from '../../ui/record/document-link';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { BackButton } from '../../ui/page-link';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { type SelectedRows, useSelectedRows } from '../../ui/list/use-selected-rows';
import { everything, useReload } from '../../platform/reload';
import './vat-adjustments.css';
import { reliefPage, reliefTotals } from './vat-adjustments.queries';

const PostReliefsDialog = onDemand(async () => (await import('./post-reliefs-dialog')).PostReliefsDialog);

const empty: Readonly<Record<ReliefKind, string>> = {
  claim:
    'No relief to claim. Invoices appear here once they are written off and more than six months have passed since they were due.',
  return:
    'No relief to return. Debts whose relief you claimed appear here, in case the customer pays after all.',
  repay: 'No VAT to repay. Bills appear here when they are still unpaid six months after they were due.',
  reclaim: 'No VAT to reclaim. Bills appear here when you pay them after their VAT was repaid.',
};

/** Bad debts and unpaid bills with VAT due either way; one adjustment is posted for the selection. */
export function VatReliefsPage() {
  const list = useListState(vatReliefs.list);
  const page = useQuery(reliefPage(list.query));
  const totals = currentTotals(useQuery(reliefTotals(list.query)));
  const notices = useNotice();
  const { canCall } = useAccess();
  const kind = reliefKind.catch('claim').parse(list.filters.kind);
  const canPost = canCall(vatReliefs.post);
  const asAt = list.filters.as_at ?? today();
  const rows = page.data?.data;
  const selected = useSelectedRows<VatRelief>({
    keyOf: row => row.item_id,
    label: row => `Select ${row.document.number ?? row.party.name}`,
    rows,
    // The figures of a selected row are those of its day.
    scope: `${kind} ${asAt}`,
  });
  return (
    <ListPage
      title="Bad Debts and Unpaid Bills"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <BackButton to="/vat-adjustments">VAT Adjustments</BackButton>
          <ExportMenu list={list} call={vatReliefs.export} fileName="vat-reliefs" />
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by document or name" />
          <SelectFilter
            list={list}
            name="kind"
            label="List"
            all={reliefKindNames.claim}
            options={reliefKind.options.slice(1).map(value => ({ value, label: reliefKindNames[value] }))}
          />
          <DateInput
            isFilter
            aria-label="As at"
            max={today()}
            value={asAt}
            onChange={date => list.setFilter('as_at', date)}
          />
        </>
      }
      selection={
        canPost && selected.rows.length > 0 && <ReliefBar selected={selected} kind={kind} asAt={asAt} />
      }
      empty={empty[kind]}
    >
      <DataTable
        label={reliefKindNames[kind]}
        list={list}
        rows={rows}
        rowKey={row => row.item_id}
        isStale={page.isPlaceholderData}
        columns={[...(canPost ? [selected.column] : []), ...columnsOf(kind, totals)]}
      />
    </ListPage>
  );
}

type BarProps = { selected: SelectedRows<VatRelief>; kind: ReliefKind; asAt: string };

function ReliefBar({ selected, kind, asAt }: BarProps) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const reload = useReload(everything);
  const chosen = selected.rows;
  const vat = chosen.reduce((all, row) => all + row.change_vat, 0);
  return (
    <div className="chosen-bar" role="group" aria-label="Selected documents">
      <span aria-live="polite">
        {`${countOf(chosen.length, 'document')} selected`}
        {vat > 0 && `, ${formatPounds(vat)} of VAT`}
      </span>
      <Button size="xs" variant="default" onClick={selected.choosePage}>
        Select all on this page
      </Button>
      <ClearSelection onClear={selected.clear} />
      <Button size="xs" onClick={() => setOpen(true)}>
        Post adjustment
      </Button>
      {isOpen && (
        <PostReliefsDialog
          kind={kind}
          chosen={chosen}
          asAt={asAt}
          onClose={() => setOpen(false)}
          onDone={({ id, number }) => {
            setOpen(false);
            selected.clear();
            reload(() => toast.success(`${number} posted.`));
            void navigate({ to: '/vat-adjustments/$id', params: { id: String(id) } });
          }}
        />
      )}
    </div>
  );
}

const baseHeader: Readonly<Record<ReliefKind, string>> = {
  claim: 'Written off',
  return: 'Written off',
  repay: 'Unpaid',
  reclaim: 'Unpaid',
};
const changeHeader: Readonly<Record<ReliefKind, string>> = {
  claim: 'VAT to claim',
  return: 'VAT to return',
  repay: 'VAT to repay',
  reclaim: 'VAT to reclaim',
};

const columnsOf = (
  kind: ReliefKind,
  totals: VatReliefTotals | undefined,
): Columns<typeof vatReliefs.list> => [
  {
    header: 'Document',
    opens: true,
    cell: row => <DocumentLink document={row.document} />,
    foot: 'Total',
  },
  {
    header: kind === 'claim' || kind === 'return' ? 'Customer' : 'Supplier',
    cell: row => row.party.name,
  },
  {
    header: 'Due',
    kind: 'date' as const,
    sort: 'due_on',
    cell: row => <Day date={row.due_on ?? row.tax_point} />,
  },
  ...(kind === 'claim'
    ? [
        {
          header: 'Claim by',
          kind: 'date' as const,
          cell: (row: VatRelief) => (row.claim_by === null ? '—' : <Day date={row.claim_by} />),
        },
      ]
    : []),
  {
    header: 'Gross',
    align: 'end',
    cell: row => <Money pence={row.gross} />,
    foot: <Sum pence={totals?.gross} />,
  },
  {
    header: baseHeader[kind],
    align: 'end',
    cell: row => <Money pence={row.base} />,
    foot: <Sum pence={totals?.base} />,
  },
  {
    header: kind === 'claim' || kind === 'return' ? 'VAT relieved' : 'VAT repaid',
    align: 'end',
    cell: row => <Money pence={row.relieved_vat} />,
    foot: <Sum pence={totals?.relieved_vat} />,
  },
  {
    header: changeHeader[kind],
    align: 'end',
    sort: 'change_vat',
    cell: row => <Money pence={row.change_vat} />,
    foot: <Sum pence={totals?.change_vat} />,
  },
];
