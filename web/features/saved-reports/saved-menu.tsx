import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { type ReportName, type SavedReport, savedReports } from '#domain/reports/saved-report.contract';
import { useAccess } from '../../platform/access';
import { toast } from '../../platform/notices';
import { MenuButton } from '../../ui/menus/menu-button';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { SaveReportDialog } from './save-report-dialog';
import { savedOf } from './saved-reports.queries';

type Params = Readonly<Record<string, string>>;

/** The parameters in a report's address, without the page and the view of its list. */
function useReportParams(): Params {
  const {
    page: _page,
    per_page: _size,
    columns: _columns,
    widths: _widths,
    density: _density,
    view: _view,
    display: _display,
    ...reportParams
  } = useSearch({ strict: false }) as Record<string, string>;
  return Object.fromEntries(Object.entries(reportParams).filter(([, value]) => value));
}

const isSame = (one: Params, other: Params) =>
  Object.keys({ ...one, ...other }).every(name => one[name] === other[name]);

/** The user's saved reports and shared ones: open one, or save the current parameters. */
export function SavedMenu({ report }: { report: ReportName }) {
  const current = useReportParams();
  const navigate = useNavigate();
  const { canCall } = useAccess();
  const [saving, setSaving] = useState(false);
  const canSave = canCall(savedReports.list);
  const { data } = useQuery({ ...savedOf(report), enabled: canSave });
  const saved = data?.data ?? [];
  if (!canSave) return null;
  const open = ({ name, params, problem }: SavedReport) => {
    void navigate({ to: '.', search: params });
    if (problem) toast.error(`“${name}” needs changing. ${problem}`);
  };
  const entry = (savedReport: SavedReport): MenuEntry => ({
    kind: 'item',
    label: savedReport.may_change ? savedReport.name : `${savedReport.name} (${savedReport.owner.name})`,
    ...(savedReport.problem ? { icon: <TriangleAlert size={14} aria-label="Needs changing" /> } : {}),
    ...(isSame(savedReport.params, current) ? { mark: <Check size={14} aria-label="Current" /> } : {}),
    run: () => open(savedReport),
  });
  return (
    <>
      <MenuButton
        label="Saved"
        button={{ variant: 'default', leftSection: <Bookmark size={16} /> }}
        items={[
          ...(saved.length > 0
            ? saved.map(entry)
            : [{ kind: 'label', label: 'No saved reports yet' } as const]),
          { kind: 'divider', label: 'actions' },
          { kind: 'item', label: 'Save these filters…', run: () => setSaving(true) },
          {
            kind: 'item',
            label: 'All saved reports',
            run: () => void navigate({ to: '/reports/saved', search: {} }),
          },
        ]}
      >
        Saved
      </MenuButton>
      {saving && (
        <SaveReportDialog
          report={report}
          params={current}
          own={saved.filter(savedReport => savedReport.may_change)}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
