import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { BodySent, ReplyOf } from '#domain/kernel/call';
import { countOf } from '#domain/kernel/count-of';
import { formatPounds } from '#domain/kernel/money';
import { reorder, type ReorderRow, defaultCover, defaultWindow } from '#domain/stock/reorder.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useChoiceColumn } from '../../ui/table/choice-column';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { MoreFilters } from '../../ui/filters/more-filters';
import { type Notices, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { problemInPlace } from '../../ui/form/send-problem';
import { typedQuantity } from '../../ui/form/typed-figures';
import { mayBeSaved, useAttempts } from '../../ui/form/use-attempts';
import { CategoryFilters } from '../products';
import { SavedMenu } from '../saved-reports';
import { SupplierFilter } from '../suppliers';
import { PageLink } from '../../ui/page-link';
import { everything, useReload } from '../../platform/reload';
import { reorderColumns } from './reorder-columns';
import { type Pick, type Picks, quantityRead, usePicks, valueOfPicks } from './reorder-picks';
import './reorder.css';
import { reorderPage } from './stock.queries';

type CreatedOrders = ReplyOf<typeof reorder.createOrders>['orders'];

/** What to reorder, from whom and how much; selected rows become draft orders, one per supplier. */
export function ReorderPage() {
  const list = useListState(reorder.list);
  const page = useQuery(reorderPage(list.query));
  const notices = useNotice();
  const reloadAll = useReload(everything);
  const [createdOrders, setMade] = useState<CreatedOrders>([]);
  const picks = usePicks({
    windowDays: Number(list.filters.window ?? defaultWindow),
    coverDays: Number(list.filters.cover ?? defaultCover),
  });
  const rows = page.data?.data;
  const { column: choice } = useChoiceColumn({
    label: ({ name }) => `Order ${name}`,
    rows,
    has: row => picks.pickOf(row).isChosen,
    choose: picks.choose,
  });
  return (
    <>
      {createdOrders.length > 0 && <CreatedOrdersAlert orders={createdOrders} onClose={() => setMade([])} />}
      <ListPage
        title="Reorder"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <SavedMenu report="reorder" />
            <ExportMenu list={list} call={reorder.export} fileName="reorder" />
          </>
        }
        filters={<Filters list={list} />}
        selection={
          picks.chosen.length > 0 && (
            <OrderBar
              picks={picks}
              rows={rows ?? []}
              notices={notices}
              onMade={orders => {
                setMade(orders);
                picks.clear();
                notices.dismiss();
                reloadAll();
              }}
            />
          )
        }
        empty={list.isNarrowed ? 'No products to order match this search.' : nothingToOrder}
      >
        <DataTable
          label="What to order"
          list={list}
          rows={rows}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          columns={reorderColumns(picks, choice)}
        />
      </ListPage>
    </>
  );
}

const nothingToOrder =
  'Nothing to reorder. Products with a reorder level or recent sales appear here when they run low.';

const CreatedOrdersAlert = ({ orders, onClose }: { orders: CreatedOrders; onClose: () => void }) => (
  <Alert
    role="status"
    color="success"
    variant="light"
    mb={12}
    icon={<CircleCheck size={18} />}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    <div className="reorder-made">
      {orders.length === 1 ? 'This draft order was created:' : `${orders.length} draft orders were created:`}
      {orders.map(({ id, po_number, supplier }) => (
        <PageLink key={id} to={`/purchases/${id}`} size="sm">
          {po_number} {supplier.name}
        </PageLink>
      ))}
    </div>
  </Alert>
);

type BarProps = {
  picks: Picks;
  rows: readonly ReorderRow[];
  notices: Notices;
  onMade: (orders: CreatedOrders) => void;
};

function OrderBar({ picks, rows, notices, onMade }: BarProps) {
  const { can } = useAccess();
  const [busy, setBusy] = useState(false);
  const reloadAll = useReload(everything);
  const attempts = useAttempts((body: BodySent<typeof reorder.createOrders>, idempotencyKey) =>
    request(reorder.createOrders, { body, idempotencyKey, shownInPlace: true }),
  );
  const { chosen } = picks;
  const worth = can('view_cost') ? valueOfPicks(picks) : null;

  const create = async () => {
    const missing = missingOf(picks);
    if (missing.size > 0) {
      picks.refuse(missing);
      const [first] = chosen.flatMap(({ row }) =>
        Object.values(missing.get(row.id) ?? {}).map(message => `${row.name}: ${message}`),
      );
      if (first !== undefined) notices.failed(first);
      return;
    }
    const lines = chosen.map(pick => ({
      product_id: pick.row.id,
      supplier_id: pick.supplier?.id ?? null,
      quantity: typedQuantity(picks.quantityOf(pick)),
    }));
    setBusy(true);
    try {
      onMade((await attempts.send({ lines })).orders);
    } catch (error) {
      // The list shows what is in drafts already; what was sent stays as it was.
      if (mayBeSaved(error)) {
        picks.keepProposals();
        reloadAll();
      } else if (error instanceof ApiError) picks.refuse(refusedLines(chosen, error));
      notices.failed(problemInPlace(error, { failure: 'The orders were not created.', isRepeatable: true }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="reorder-bar no-print" role="group" aria-label="Selected products">
      <span aria-live="polite">
        {chosen.length === 1 ? '1 product selected' : `${chosen.length} products selected`}
        {worth !== null && `, ${formatPounds(worth)} at last prices`}
      </span>
      <Button size="xs" variant="default" onClick={() => picks.choose(rows, true)}>
        Select all on this page
      </Button>
      <Button size="xs" variant="default" onClick={picks.clear}>
        Clear selection
      </Button>
      <Button size="xs" loading={busy} onClick={() => void create()}>
        {`Create ${countOf(picks.suppliers, 'draft order')} for ${countOf(chosen.length, 'product')}`}
      </Button>
    </div>
  );
}

/** The missing values, by product. */
const missingOf = (picks: Picks): Map<number, Pick['errors']> =>
  new Map(
    picks.chosen.flatMap(pick => {
      const errors = {
        ...(pick.supplier === null ? { supplier: 'Choose a supplier.' } : {}),
        ...(quantityRead(picks.quantityOf(pick)) === null
          ? { quantity: 'Enter a quantity above zero.' }
          : {}),
      };
      return Object.keys(errors).length === 0 ? [] : [[pick.row.id, errors] as const];
    }),
  );

/** The server names lines by index; the rows are keyed by product. */
function refusedLines(chosen: readonly Pick[], { errors }: ApiError): Map<number, Pick['errors']> {
  const refused = Object.entries(errors).flatMap(([field, messages]) => {
    const [, place, name] = /^lines\.(\d+)\.(\w+)$/.exec(field) ?? [];
    const pick = chosen[Number(place)];
    if (!pick) return [];
    return [
      [pick.row.id, { [name === 'supplier_id' ? 'supplier' : 'quantity']: messages[0] ?? '' }] as const,
    ];
  });
  return new Map(refused);
}

function Filters({ list }: { list: ListStateOf<typeof reorder.list> }) {
  return (
    <>
      <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
      <SelectFilter
        list={list}
        name="show"
        label="Show"
        all="To order"
        options={[
          { value: 'low', label: 'At or below reorder level only' },
          { value: 'all', label: 'All with a reorder level or demand' },
        ]}
      />
      <CategoryFilters list={list} />
      <SupplierFilter list={list} />
      <MoreFilters list={list} names={['window', 'cover']}>
        <SelectFilter
          list={list}
          name="window"
          label="Demand period"
          all={`Demand ${defaultWindow} days`}
          options={['60', '90'].map(value => ({ value, label: `Demand ${value} days` }))}
        />
        <SelectFilter
          list={list}
          name="cover"
          label="Cover"
          all={`Cover ${defaultCover} days`}
          options={coverOptions(list.filters.cover)}
        />
      </MoreFilters>
    </>
  );
}

/** The usual options, plus the one in the address if it is different. */
const coverOptions = (chosen: string | undefined) =>
  [...new Set([7, 21, 28, 42, 60, 90, Number(chosen ?? 7)])]
    .filter(days => days !== defaultCover)
    .sort((one, next) => one - next)
    .map(days => ({ value: String(days), label: `Cover ${days} days` }));
