import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, londonDate } from '#domain/kernel/dates';
import {
  type SettingChange,
  type SettingName,
  settingChangesShown,
  settingHistory,
} from '#domain/settings/setting-history.contract';
import { useAccess } from '../../platform/access';
import { type Column, DataTable } from '../../ui/table/data-table';
import { LoadFailure } from '../../ui/load-failure';
import { historyColumns } from '../audit';
import { changesOf } from './settings.queries';

type Props = {
  setting: SettingName;
  title: string;
  /** In a card without padding. */
  isFlush?: boolean;
};

/** Who changed a setting last, and its history. Nothing while it was never changed. */
export function SettingChanges({ setting, title, isFlush = false }: Props) {
  const { canCall } = useAccess();
  const [isOpen, setOpen] = useState(false);
  const page = useQuery({ ...changesOf(setting), enabled: canCall(settingHistory) });
  if (!page.data && page.isError) return <LoadFailure page={page} words="The history could not be loaded." />;
  const changes = page.data?.data ?? [];
  const [latest] = changes;
  if (!latest) return null;
  const hasParts = changes.some(({ record_name }) => record_name !== setting);
  const columns = hasParts ? [partColumn, ...historyColumns] : historyColumns;
  return (
    <div className={isFlush ? 'setting-changes setting-changes-flush' : 'setting-changes'}>
      <span>{`Changed by ${latest.actor} on ${formatDate(londonDate(latest.at))}`}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        History
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`${title}: history`} size="xl">
        <DataTable label="History" rows={changes} rowKey={({ id }) => id} columns={columns} />
        {changes.length === settingChangesShown && (
          <p className="dialog-note">
            Only the latest changes are shown. The audit log has the earlier ones.
          </p>
        )}
      </Modal>
    </div>
  );
}

/** Which of the document numbers, or of the VAT rates. */
const partColumn: Column<SettingChange> = { header: 'Setting', cell: change => change.record_name ?? '—' };
