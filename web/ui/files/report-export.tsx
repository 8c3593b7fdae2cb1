import { Download } from 'lucide-react';
import type { AnyCall } from '#domain/kernel/call';
import { printedRows } from '#domain/kernel/list-query';
import { useAccess } from '../../platform/access';
import { MenuButton } from '../menus/menu-button';
import { useSaveExport } from './use-save-export';

type ReportFormat = 'csv' | 'xlsx' | 'pdf';

/** Exports the report as shown, for users with permission. */
export function ReportExport({
  call,
  pdf,
  query,
  compare,
  name,
  rows,
}: {
  call: AnyCall;
  /** The call that creates the PDF, if it is a different one. */
  pdf?: AnyCall;
  query: Readonly<Record<string, string>>;
  /** What its totals are compared with, which only a PDF of its own has. */
  compare?: string | undefined;
  name: string;
  /** The number of rows, if there may be more than the PDF prints. */
  rows?: number | undefined;
}) {
  const { canCall } = useAccess();
  const saveExport = useSaveExport();
  if (!canCall(call)) return null;
  const save = (format: ReportFormat) => {
    const isDrawn = format === 'pdf' && pdf !== undefined;
    return saveExport({
      call: isDrawn ? pdf : call,
      query: isDrawn ? { ...query, ...(compare && { compare }) } : { ...query, format },
      fileName: `${name}.${format}`,
      isNamedByServer: true,
    });
  };
  const item = (label: string, format: ReportFormat) =>
    ({ kind: 'item', label, run: () => void save(format) }) as const;
  return (
    <MenuButton
      label="Export"
      button={{ variant: 'default', leftSection: <Download size={16} /> }}
      items={[item('CSV', 'csv'), item('Excel (XLSX)', 'xlsx'), item(pdfLabel(rows), 'pdf')]}
    >
      Export
    </MenuButton>
  );
}

/** Says in advance that the PDF does not contain all rows. */
function pdfLabel(rows = 0): string {
  const words = (count: number) => count.toLocaleString('en-GB');
  return rows > printedRows
    ? `PDF, the first ${words(printedRows)} of ${words(rows)} rows (CSV has all)`
    : 'PDF';
}
