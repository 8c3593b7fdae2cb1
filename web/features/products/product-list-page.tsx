import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ProductRow, products } from '#domain/products/product.contract';
import { productStatusNames, stockStateNames } from '#domain/products/product.status';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { optionsFrom } from '../../ui/form/options-from';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { BulkChangesLink, useBulkSelection } from '../bulk-changes';
import { ImportLink } from '../imports';
import { CategoryFilters } from './category-filters';
import { useProductChoices } from './product-choices';
import { productColumns } from './product-columns';
import { LabelsButton } from './labels-button';
import { LabelsDialog, ProductCellEditor } from './lazy-dialogs';
import { useProductBulk } from './product-bulk';
import { productPage } from './products.queries';

export function ProductListPage() {
  const list = useListState(products.list);
  const page = useQuery(productPage(list.query));
  const { can } = useAccess();
  const notices = useNotice();
  const [labelled, setLabelled] = useState<readonly ProductRow[] | null>(null);
  const { add, open, edit } = useProductActions();
  useShortcut('n', 'Add product', add, can('create_product'));
  const rows = page.data?.data;
  const selected = useBulkSelection<ProductRow>({
    list,
    page: page.data,
    terms: useProductBulk(),
    renderActions: selection => (
      <LabelsButton selection={selection} notices={notices} onLoaded={setLabelled} />
    ),
  });
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
            <BulkChangesLink list="products" needs="edit_product" />
            {can('create_product') && <AddButton label="Add product" onClick={add} />}
          </>
        }
        filters={<ProductFilters list={list} />}
        selection={selected.bar}
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
            choice: selected.column,
            onEdit: can('edit_product') && edit,
            onLabels: product => setLabelled([product]),
          })}
          onOpen={open}
          edits={can('edit_product') && { Editor: ProductCellEditor, canEdit: isNotArchived }}
        />
      </ListPage>
      {labelled && <LabelsDialog products={labelled} onClose={() => setLabelled(null)} />}
    </>
  );
}

function useProductActions() {
  const navigate = useNavigate();
  return {
    add: () => void navigate({ to: '/products/create' }),
    open: ({ id }: ProductRow) => void navigate({ to: '/products/$id', params: { id: String(id) } }),
    edit: ({ id }: ProductRow) => void navigate({ to: '/products/edit/$id', params: { id: String(id) } }),
  };
}

const isNotArchived = ({ status }: ProductRow) => status !== 'archived';

const noProducts = 'No products yet. Add one, or import a list.';

function ProductFilters({ list }: { list: ListStateOf<typeof products.list> }) {
  const choices = useProductChoices();
  const named = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <SearchFilter list={list} placeholder="Search by name, SKU or barcode" />
      <CategoryFilters list={list} />
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
