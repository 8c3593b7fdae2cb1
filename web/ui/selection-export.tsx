import { Download } from 'lucide-react';
import type { AnyCall } from '#domain/kernel/call';
import type { ExportFormat } from '#domain/kernel/list-query';
import { useAccess } from '../platform/access';
import { requestFile } from '../platform/api';
import { saveFile } from '../platform/save-file';
import { MenuButton } from './menu-button';

type Props = {
  filter: Readonly<Record<string, string>>;
  call: AnyCall & { path: `/${string}/export` };
  fileName: string;
};

/** Exports the selected rows, for users with permission. */
export function SelectionExport({ filter, call, fileName }: Props) {
  const { canCall } = useAccess();
  if (!canCall(call)) return null;
  const save = async (format: ExportFormat) => {
    // The failure has already been reported.
    const file = await requestFile(call as AnyCall, { query: { ...filter, format } }).catch(() => undefined);
    if (file) saveFile(file, `${fileName}.${format}`);
  };
  return (
    <MenuButton
      label="Export selected"
      button={{ variant: 'default', size: 'xs', leftSection: <Download size={14} /> }}
      items={[
        { kind: 'item', label: 'CSV', run: () => void save('csv') },
        { kind: 'item', label: 'Excel (XLSX)', run: () => void save('xlsx') },
      ]}
    >
      Export selected
    </MenuButton>
  );
}
