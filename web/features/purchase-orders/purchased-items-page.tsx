import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import {
  type PurchasedLine,
  purchased,
  purchasedLineStateNames,
} from '#domain/purchase-orders/purchased-line.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { OnlyChosen } from '../../ui/filters/only-chosen';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { everything, useReload } from '../../platform/reload';
import { LabelsDialog } from '../products';
import { SupplierFilter } from '../suppliers';
import { ReceiveGoodsDialog, ReturnGoodsDialog } from './lazy-dialogs';
import { purchasedPage, purchasedTotals } from './purchase-orders.queries';
import { purchasedColumns } from './purchased-columns';

type Open = { kind: 'receive' | 'return'; order: OrderDetail; lineId: number };

/** All purchased lines: late, part received, and received but not billed. */
export function PurchasedItemsPage() {
  const list = useListState(purchased.list);
  const page = useQuery(purchasedPage(list.query));
  const { canCall, can } = useAccess();
  const notices = useNotice();
  // Receipts and returns also change stock and orders.
  const reloadAll = useReload(everything);
  const [open, setOpen] = useState<Open | null>(null);
  const [labelled, setLabelled] = useState<PurchasedLine | null>(null);

  // The dialogs need the whole current order, not the list's row.
  const openFor = (kind: Open['kind']) => async (line: PurchasedLine) => {
    try {
      const params = { id: line.purchase_order_id };
      setOpen({ kind, lineId: line.id, order: await request(purchases.get, { params, shownInPlace: true }) });
    } catch (error) {
      notices.failed(messageOf(error, 'The order could not be loaded.'));
    }
  };
  const done = (message: string) => {
    setOpen(null);
    reloadAll(() => notices.succeeded(message));
  };
  const canMove = can('view_purchaseorder') && canCall(purchases.receive);
  const [receive, giveBack] = [openFor('receive'), openFor('return')];
  const totals = useQuery(purchasedTotals(list.query)).data;
  const columns = purchasedColumns(
    {
      canOpen: can('view_purchaseorder'),
      onReceive: canMove && (line => void receive(line)),
      onReturn: canMove && (line => void giveBack(line)),
      onLabels: can('view_product') && setLabelled,
    },
    totals,
  );
  return (
    <>
      <ListPage
        title="Purchased Items"
        list={list}
        page={page}
        notices={notices}
        actions={<ExportMenu list={list} call={purchased.export} fileName="purchased-items" />}
        filters={<Filters list={list} />}
        empty="No purchased items found"
      >
        <DataTable
          label="Purchased items"
          list={list}
          rows={page.data?.data}
          rowKey={line => line.id}
          isStale={page.isPlaceholderData}
          columns={columns}
        />
      </ListPage>
      {open?.kind === 'receive' && (
        <ReceiveGoodsDialog {...open} onClose={() => setOpen(null)} onDone={done} />
      )}
      {open?.kind === 'return' && <ReturnGoodsDialog {...open} onClose={() => setOpen(null)} onDone={done} />}
      {labelled?.product && (
        <LabelsDialog
          products={[{ ...labelled.product, count: labelsFor(labelled) }]}
          onClose={() => setLabelled(null)}
        />
      )}
    </>
  );
}

/** One label for each piece, received or else ordered: five boxes of twelve take sixty. */
const labelsFor = ({ received, ordered, factor }: PurchasedLine): number =>
  Math.min(999, Math.ceil(((received || ordered) * factor) / 1_000_000));

const Filters = ({ list }: { list: ListStateOf<typeof purchased.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by item, PO number, supplier, code" />
    <SupplierFilter list={list} />
    <OnlyChosen list={list} name="product_id" kind="product" />
    <SelectFilter
      list={list}
      name="state"
      label="Status"
      all="All items"
      options={optionsFrom(purchasedLineStateNames)}
    />
  </>
);
