import { Download } from 'lucide-react';
import type { AnyCall } from '#domain/kernel/call';
import type { ExportFormat } from '#domain/kernel/list-query';
import { useAccess } from '../../platform/access';
import type { ListState } from '../../platform/list-state';
import { MenuButton } from '../menus/menu-button';
import { useSaveExport } from './use-save-export';

type File = {
  call: AnyCall & { path: `/${string}/export` };
  fileName: string;
  /** The record that the list belongs to. */
  params?: Readonly<Record<string, number>>;
};

/** Exports the whole filtered list, for users with permission. */
export function ExportMenu({ list, ...file }: File & { list: ListState }) {
  const { page: _page, per_page: _perPage, ...filter } = list.query;
  return <ExportButton filter={filter} {...file} />;
}

type Props = File & { filter: Readonly<Record<string, string>>; label?: string; isSmall?: boolean };

/** Exports what a filter of a list finds, for users with permission. */
export function ExportButton({ filter, call, fileName, params = {}, label = 'Export', isSmall }: Props) {
  const { canCall } = useAccess();
  const saveExport = useSaveExport();
  if (!canCall(call)) return null;
  const save = (format: ExportFormat) =>
    saveExport({ call, params, query: { ...filter, format }, fileName: `${fileName}.${format}` });
  const icon = <Download size={isSmall ? 14 : 16} />;
  return (
    <MenuButton
      label={label}
      button={{ variant: 'default', leftSection: icon, ...(isSmall && { size: 'xs' }) }}
      items={[
        { kind: 'item', label: 'CSV', run: () => void save('csv') },
        { kind: 'item', label: 'Excel (XLSX)', run: () => void save('xlsx') },
      ]}
    >
      {label}
    </MenuButton>
  );
}
