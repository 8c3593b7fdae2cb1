import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { vatCode, vatCodeNames } from '#domain/kernel/vat';
import { valuesIn } from '#domain/kernel/list-query';
import { enteredBox, isEnteredBox, sourceOfBox } from '#domain/vat-returns/nine-boxes';
import {
  type VatDirection,
  vatDirection,
  vatDirectionNames,
  vatEntries,
  type VatEntryTotals,
} from '#domain/vat-returns/vat-return.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { MoreFilters } from '../../ui/filters/more-filters';
import { Money } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { JournalLink } from '../../ui/record/journal-link';
import { DocumentLink } from '../../ui/record/document-link';
import './vat-returns.css';
import { allReturns, entryPage, entryTotals } from './vat-returns.queries';

/** The entries of a VAT return, or of one of its boxes. */
export function VatEntriesPage() {
  const list = useListState(vatEntries.list);
  const page = useQuery(entryPage(list.query));
  const totals = currentTotals(useQuery(entryTotals(list.query)));
  const notices = useNotice();
  const navigate = useNavigate();
  return (
    <ListPage
      title="VAT Entries"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          {list.filters.to && (
            <LinkButton
              variant="default"
              leftSection={<ArrowLeft size={16} />}
              to="/reports/vat-return/$to"
              params={{ to: list.filters.to }}
            >
              VAT Return
            </LinkButton>
          )}
          <ExportMenu list={list} call={vatEntries.export} fileName="vat-entries" />
        </>
      }
      filters={<Filters list={list} />}
      empty="No VAT entries match these filters."
    >
      <DataTable
        label="VAT entries"
        list={list}
        rows={page.data?.data}
        rowKey={entry => entry.id}
        isStale={page.isPlaceholderData}
        columns={columnsWith(totals, sidesOf(list.filters))}
        onOpen={entry => void navigate({ to: '/journals/$id', params: { id: String(entry.journal_id) } })}
      />
    </ListPage>
  );
}

function Filters({ list }: { list: ListStateOf<typeof vatEntries.list> }) {
  const { data: returns } = useQuery(allReturns);
  return (
    <>
      <SearchFilter list={list} placeholder="Search by document or narrative" />
      <SelectFilter
        list={list}
        name="to"
        label="Period"
        all="First open period"
        options={(returns?.data ?? []).map(row => ({ value: row.to, label: periodWords(row) }))}
      />
      <SelectFilter
        list={list}
        name="box"
        label="Box"
        all="All boxes"
        options={enteredBox.options.map(box => ({ value: box, label: `Box ${box}` }))}
      />
      <SelectFilter
        list={list}
        name="direction"
        label="Side"
        all="Both sides"
        options={vatDirection.options.map(side => ({ value: side, label: vatDirectionNames[side] }))}
      />
      <SelectFilter
        list={list}
        name="vat_code"
        label="VAT code"
        all="All codes"
        options={vatCode.options.map(code => ({ value: code, label: `${code} ${vatCodeNames[code]}` }))}
      />
      <MoreFilters list={list} names={['late', 'vat_number']}>
        <SelectFilter
          list={list}
          name="late"
          label="Adjustments"
          all="Including adjustments"
          options={[
            { value: 'yes', label: 'Adjustments only' },
            { value: 'no', label: 'Excluding adjustments' },
          ]}
        />
        <SelectFilter
          list={list}
          name="vat_number"
          label="VAT number"
          all="Any VAT number"
          options={[{ value: 'missing', label: 'No supplier VAT number' }]}
        />
      </MoreFilters>
    </>
  );
}

type Sides = readonly VatDirection[];

/** The sides whose entries a list can have. */
function sidesOf({ direction, box }: ListStateOf<typeof vatEntries.list>['filters']): Sides {
  const boxes = valuesIn(box).filter(isEnteredBox);
  return vatDirection.options.filter(
    side =>
      (direction === undefined || valuesIn(direction).includes(side)) &&
      (box === undefined || boxes.some(one => sourceOfBox[one].direction === side)),
  );
}

/** A line for each side in the row of totals. */
const OfSides = ({ sides, render }: { sides: Sides; render: (side: VatDirection) => ReactNode }) => (
  <span className="vat-sides">
    {sides.map(side => (
      <span key={side}>{render(side)}</span>
    ))}
  </span>
);

const columnsWith = (totals: VatEntryTotals | undefined, sides: Sides): Columns<typeof vatEntries.list> => [
  {
    header: 'Tax point',
    kind: 'date',
    sort: 'tax_point',
    cell: entry => (
      <span>
        <Day date={entry.tax_point} /> {entry.is_late && <Badge tone="warning">Adjustment</Badge>}
      </span>
    ),
    foot: <OfSides sides={sides} render={side => `Total ${vatDirectionNames[side].toLowerCase()}`} />,
  },
  { header: 'Side', kind: 'code', cell: ({ direction }) => vatDirectionNames[direction] },
  {
    header: 'Document',
    cell: ({ document: { number, link } }) => (
      <DocumentLink document={{ number: number ?? (link && 'Document'), link }} />
    ),
  },
  {
    header: 'Narrative',
    phone: 'title',
    cell: ({ journal_id: id, narrative }) => <JournalLink id={id}>{narrative}</JournalLink>,
  },
  {
    header: 'Code',
    kind: 'code',
    cell: ({ vat_code: code, rate }) => (
      <span className="figures">
        {code} {Number(rate) === 0 ? '' : `${rate.replace(/\.?0+$/, '')}%`}
      </span>
    ),
  },
  {
    header: 'Net',
    align: 'end',
    cell: entry => <Money pence={entry.net} />,
    foot: totals && <OfSides sides={sides} render={side => <Money pence={totals[side].net} />} />,
  },
  {
    header: 'VAT',
    align: 'end',
    cell: entry => <Money pence={entry.vat} />,
    foot: totals && <OfSides sides={sides} render={side => <Money pence={totals[side].vat} />} />,
  },
];
