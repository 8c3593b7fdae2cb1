import { Download } from 'lucide-react';
import type { AnyCall } from '#domain/kernel/call';
import type { ReportFormat } from '#domain/reports/report-query';
import { useAccess } from '../../platform/access';
import { requestFile } from '../../platform/api';
import { saveFile } from '../../platform/save-file';
import { MenuButton } from '../../ui/menu-button';

/** The report as it stands, as a file, for those who may. */
export function ReportExport({
  call,
  pdf,
  query,
  name,
}: {
  call: AnyCall;
  /** Draws it, where another call does. */
  pdf?: AnyCall;
  query: Readonly<Record<string, string>>;
  name: string;
}) {
  const { mayCall } = useAccess();
  if (!mayCall(call)) return null;
  const save = async (format: ReportFormat) => {
    // A failure has been notified; there is nothing to save then.
    const isDrawn = format === 'pdf' && pdf !== undefined;
    const asked = isDrawn ? { query } : { query: { ...query, format } };
    const file = await requestFile(isDrawn ? pdf : call, asked).catch(() => undefined);
    if (file) saveFile(file, `${name}.${format}`);
  };
  const item = (label: string, format: ReportFormat) =>
    ({ kind: 'item', label, run: () => void save(format) }) as const;
  return (
    <MenuButton
      label="Export"
      button={{ variant: 'default', leftSection: <Download size={16} /> }}
      items={[item('CSV', 'csv'), item('Excel (XLSX)', 'xlsx'), item('PDF', 'pdf')]}
    >
      Export
    </MenuButton>
  );
}
