import { Button } from '@mantine/core';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import type { AgedRow } from '#domain/wallet/aged.contract';
import { letters, maxReminders } from '#domain/wallet/letters.contract';
import { useAccess } from '../../platform/access';
import type { ListState } from '../../platform/list-state';
import type { Notices } from '../../ui/notice';
import { SelectionBar } from '../../ui/list/selection-bar';
import { useListSelection } from '../../ui/list/use-list-selection';
import { BulkEmailButton } from '../bulk-emails';
import { RemindDialog } from './lazy-dialogs';
import { reminderMailTerms } from './reminder-bulk-email';

type Terms = {
  readonly list: ListState;
  readonly page: { readonly data: readonly AgedRow[]; readonly total: number } | undefined;
  readonly notices: Notices;
};

const overdueOf = (row: AgedRow) => row.days_30 + row.days_60 + row.days_90 + row.over_90;

/** The customers selected to be reminded: the column, and the bar while some are selected. Null without permission. */
export function useReminders({ list, page, notices }: Terms) {
  const { canCall } = useAccess();
  const selection = useListSelection<AgedRow>({
    list,
    page,
    label: ({ name }) => `Select ${name}`,
    canChoose: row => overdueOf(row) > 0,
  });
  if (!canCall(letters.remind)) return null;
  const { bulk, clear } = selection;
  const bar = bulk.count > 0 && (
    <SelectionBar selection={selection} one="customer" many="customers">
      <BulkEmailButton terms={reminderMailTerms} selection={bulk} onDone={clear} />
      <PrintButton
        chosen={selection.rows}
        whyNot={whyNotPrinted(bulk.count, selection.rows.length)}
        notices={notices}
        onDone={clear}
      />
    </SelectionBar>
  );
  return { column: selection.column, bar };
}

/** Why the selected customers' reminders cannot be printed; `rows` of them have been on the screen. */
function whyNotPrinted(count: number, rows: number): string | undefined {
  if (count > maxReminders)
    return `Print at most ${maxReminders} reminders at a time. Select fewer customers.`;
  if (count > rows) return 'To print reminders, select the customers page by page.';
  return undefined;
}

type PrintProps = {
  chosen: readonly AgedRow[];
  whyNot: string | undefined;
  notices: Notices;
  onDone: () => void;
};

/** Prints reminders, which are made and saved one by one. */
function PrintButton({ chosen, whyNot, notices, onDone }: PrintProps) {
  const [printing, setPrinting] = useState<readonly AgedRow[] | null>(null);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Printer size={14} />}
        disabled={whyNot !== undefined}
        title={whyNot}
        onClick={() => setPrinting(chosen)}
      >
        Print reminders
      </Button>
      {printing && (
        <RemindDialog
          customers={printing}
          how="print"
          onClose={() => setPrinting(null)}
          onDone={(message, isGood) => {
            setPrinting(null);
            onDone();
            if (isGood) notices.succeeded(message);
            else notices.failed(message);
          }}
        />
      )}
    </>
  );
}
