import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ProductRow, products } from '#domain/products/product.contract';
import { productStatusNames, stockStateNames } from '#domain/products/product.status';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { optionsFrom } from '../../ui/options-from';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/data-table';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/search-filter';
import { SelectFilter } from '../../ui/select-filter';
import { useSelectedRows } from '../../ui/use-selected-rows';
import { useReload } from '../../platform/reload';
import { ImportLink } from '../imports';
import { useProductChoices } from './product-choices';
import { productColumns } from './product-columns';
import { ChosenBar } from './chosen-bar';
import { BulkEditDialog, LabelsDialog } from './lazy-dialogs';
import { productPage } from './products.queries';

export function ProductListPage() {
  const list = useListState(products.list);
  const page = useQuery(productPage(list.query));
  const reload = useReload(products.list);
  const { can } = useAccess();
  const notices = useNotice();
  const [labelled, setLabelled] = useState<readonly ProductRow[] | null>(null);
  const [editing, setEditing] = useState(false);
  const { add, open, edit } = useProductActions();
  useShortcut('n', 'Add product', add, can('create_product'));
  const rows = page.data?.data;
  const chosen = useSelectedProducts(rows);
  return (
    <>
      <ListPage
        title="Products"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <ExportMenu list={list} call={products.export} fileName="products" />
            <ImportLink kind="products" needs="create_product" />
            {can('create_product') && <AddButton label="Add product" onClick={add} />}
          </>
        }
        filters={<ProductFilters list={list} />}
        selection={
          chosen.rows.length > 0 && (
            <ChosenBar
              chosen={chosen}
              onLabels={() => setLabelled(chosen.rows)}
              onEdit={can('edit_product') && (() => setEditing(true))}
            />
          )
        }
        empty={list.isNarrowed ? 'No products match this search.' : noProducts}
      >
        <DataTable
          label="Products"
          list={list}
          rows={rows}
          rowKey={product => product.id}
          isStale={page.isPlaceholderData}
          columns={productColumns({
            withCost: can('view_cost'),
            choice: chosen.column,
            onEdit: can('edit_product') && edit,
            onLabels: product => setLabelled([product]),
          })}
          onOpen={open}
        />
      </ListPage>
      {labelled && <LabelsDialog products={labelled} onClose={() => setLabelled(null)} />}
      {editing && (
        <BulkEditDialog
          products={chosen.rows}
          onClose={() => setEditing(false)}
          onSaved={changed => {
            setEditing(false);
            chosen.clear();
            reload(() => notices.succeeded(changedWords(changed)));
          }}
        />
      )}
    </>
  );
}

const useSelectedProducts = (rows: readonly ProductRow[] | undefined) =>
  useSelectedRows<ProductRow>({
    keyOf: ({ id }) => id,
    label: ({ name }) => `Select ${name}`,
    rows,
    canChoose: ({ status }) => status !== 'archived',
  });

const changedWords = (changed: number): string =>
  changed === 1 ? '1 product changed.' : `${changed} products changed.`;

function useProductActions() {
  const navigate = useNavigate();
  return {
    add: () => void navigate({ to: '/products/create' }),
    open: ({ id }: ProductRow) => void navigate({ to: '/products/$id', params: { id: String(id) } }),
    edit: ({ id }: ProductRow) => void navigate({ to: '/products/edit/$id', params: { id: String(id) } }),
  };
}

const noProducts = 'No products yet. Add one, or import a list.';

function ProductFilters({ list }: { list: ListStateOf<typeof products.list> }) {
  const choices = useProductChoices();
  const named = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
      <SelectFilter
        list={list}
        name="category_id"
        label="Category"
        all="All categories"
        options={named(choices?.categories)}
      />
      <SelectFilter
        list={list}
        name="brand_id"
        label="Brand"
        all="All brands"
        options={named(choices?.brands)}
      />
      <SelectFilter
        list={list}
        name="stock_state"
        label="Stock"
        all="Any stock"
        options={optionsFrom(stockStateNames)}
      />
      <SelectFilter
        list={list}
        name="status"
        label="Status"
        all="All Status"
        options={optionsFrom(productStatusNames)}
      />
    </>
  );
}
