import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Supplier, type SupplierRow, suppliers } from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { DataTable } from '../../ui/data-table';
import { ExportMenu } from '../../ui/export-menu';
import { ListPage } from '../../ui/list-page';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/search-filter';
import { StatusFilter } from '../../ui/select-filter';
import { supplierColumns } from './supplier-columns';
import { SendSupplierEmailModal, SupplierModal } from './supplier-windows';

export function SupplierListPage() {
  const list = useListState(suppliers.list);
  const { can } = useAccess();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const notice = useNotice();
  const [edited, setEdited] = useState<Supplier | 'new' | null>(null);
  const [mailed, setMailed] = useState<SupplierRow | null>(null);
  const page = useQuery({
    queryKey: [suppliers.list.path, list.query],
    queryFn: ({ signal }) => request(suppliers.list, { query: list.query, signal, shownInPlace: true }),
    placeholderData: keepPreviousData,
  });
  const reload = () => queries.invalidateQueries({ queryKey: [suppliers.list.path] });
  useShortcut('n', 'Add Supplier', () => setEdited('new'), can('create_supplier'));

  const open = (supplier: SupplierRow) =>
    void navigate({ to: '/suppliers/$id', params: { id: String(supplier.id) } });
  const remove = async (supplier: SupplierRow) => {
    if (!window.confirm('Delete this supplier?')) return;
    try {
      await request(suppliers.remove, { params: { id: supplier.id }, shownInPlace: true });
      notice.succeeded('Deleted successfully!');
      await reload();
    } catch (error) {
      notice.failed(messageOf(error, 'Error'));
    }
  };

  const columns = supplierColumns({
    onEdit: can('edit_supplier') && setEdited,
    onOpen: can('view_supplier') && open,
    onEmail: can('create_email') && setMailed,
    onDelete: can('delete_supplier') && (supplier => void remove(supplier)),
  });
  return (
    <>
      <ListPage
        title="Suppliers"
        list={list}
        page={page}
        notice={<NoticeAlert notice={notice.notice} onDismiss={notice.dismiss} />}
        actions={
          <>
            <ExportMenu list={list} call={suppliers.export} fileName="suppliers" />
            {can('create_supplier') && (
              <Button leftSection={<Plus size={16} />} onClick={() => setEdited('new')}>
                Add Supplier
              </Button>
            )}
          </>
        }
        filters={
          <>
            <SearchFilter list={list} placeholder="Search by name, email, phone" />
            <StatusFilter list={list} />
          </>
        }
        empty="No suppliers found"
      >
        <DataTable
          label="Suppliers"
          list={list}
          rows={page.data?.data}
          rowKey={supplier => supplier.id}
          isStale={page.isPlaceholderData}
          columns={columns}
          onOpen={open}
        />
      </ListPage>
      {edited && (
        <SupplierModal
          supplier={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            notice.succeeded('Saved successfully!');
            void reload();
          }}
        />
      )}
      {mailed && <SendSupplierEmailModal supplier={mailed} opened onClose={() => setMailed(null)} />}
    </>
  );
}
