import { Download } from 'lucide-react';
import type { AnyCall } from '#domain/kernel/call';
import type { ExportFormat } from '#domain/kernel/list-query';
import { useAccess } from '../platform/access';
import { requestFile } from '../platform/api';
import type { ListState } from '../platform/list-state';
import { saveFile } from '../platform/save-file';
import { MenuButton } from './menu-button';

type Props = {
  list: ListState;
  call: AnyCall & { path: `/${string}/export` };
  fileName: string;
  /** The record that the list belongs to. */
  params?: Readonly<Record<string, number>>;
};

/** Exports the whole filtered list, for users with permission. */
export function ExportMenu({ list, call, fileName, params = {} }: Props) {
  const { canCall } = useAccess();
  if (!canCall(call)) return null;
  const { page: _page, per_page: _perPage, ...filter } = list.query;
  const save = async (format: ExportFormat) => {
    // The failure has already been reported.
    const file = await requestFile(call as AnyCall, { params, query: { ...filter, format } } as never).catch(
      () => undefined,
    );
    if (file) saveFile(file, `${fileName}.${format}`);
  };
  return (
    <MenuButton
      label="Export"
      button={{ variant: 'default', leftSection: <Download size={16} /> }}
      items={[
        { kind: 'item', label: 'CSV', run: () => void save('csv') },
        { kind: 'item', label: 'Excel (XLSX)', run: () => void save('xlsx') },
      ]}
    >
      Export
    </MenuButton>
  );
}
