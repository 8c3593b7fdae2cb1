import { Button } from '@mantine/core';
import { ArrowLeft, CheckCheck, FileText } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import { countStatusNames } from '#domain/stock/count-status';
import { type CountDetail, stockCountLines, stockCounts } from '#domain/stock/stock-count.contract';
import { confirmedRemoval } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { ActionButton } from '../../ui/action-button';
import { entryFor } from '../../ui/menus/blocked-entry';
import { isPast } from '../../ui/form/dated-fields';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton } from '../../ui/links';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import type { Notices } from '../../ui/notice';
import { useSaveExport } from '../../ui/files/use-save-export';

export type CountDialogState = 'post' | 'edit' | 'reverse';

type Props = {
  count: CountDetail;
  notices: Notices;
  /** Counting or reviewing: only a review offers posting. */
  isReviewed: boolean;
  onOpen: (dialog: CountDialogState) => void;
  onChanged: (message: string) => void;
};

/** The actions of a stocktake, the final step last. */
export function CountActions({ count, notices, isReviewed, onOpen, onChanged }: Props) {
  const { can, canCall } = useAccess();
  const posting = canPost(count, can('backdate'));
  const list = useListState(stockCountLines.list);
  const { busy, print, cancel } = useSteps({ count, notices, onChanged });
  useShortcut('e', 'Edit date and note', () => onOpen('edit'), count.can.edit);
  useShortcut('p', 'Post', () => onOpen('post'), count.can.review && posting.allowed);
  const items: MenuEntry[] = [
    { kind: 'item', label: 'Count sheet (PDF)', run: () => void print() },
    ...entryFor(canCall(stockCounts.update), whileCounting(count), 'Edit date and note', () =>
      onOpen('edit'),
    ),
    ...entryFor(
      canCall(stockCounts.cancel),
      whileCounting(count),
      'Cancel the stocktake',
      () => void cancel(),
    ),
    ...entryFor(canCall(stockCounts.reverse), count.can_reverse, 'Reverse the stocktake', () =>
      onOpen('reverse'),
    ),
  ];
  return (
    <>
      <LinkButton
        className="count-wide"
        variant="default"
        leftSection={<ArrowLeft size={16} />}
        to="/stock/counts"
      >
        Back to List
      </LinkButton>
      <Button
        className="count-wide"
        variant="default"
        leftSection={<FileText size={16} />}
        loading={busy}
        onClick={() => void print()}
      >
        Count sheet
      </Button>
      <ExportMenu
        list={list}
        call={stockCountLines.export}
        params={{ id: count.id }}
        fileName={count.number}
      />
      <MoreMenu items={items} />
      {canCall(stockCounts.post) && (
        <ActionButton
          can={posting}
          variant={isReviewed ? 'filled' : 'default'}
          leftSection={<CheckCheck size={16} />}
          onClick={() => onOpen('post')}
        >
          Post
        </ActionButton>
      )}
    </>
  );
}

/** A stocktake that has ended cannot be changed. */
const whileCounting = ({ number, status }: CountDetail): RuleResult =>
  status === 'counting' ? yes : no(`${number} is already ${countStatusNames[status].toLowerCase()}.`);

/** The date is changed elsewhere, so its refusal is said before anything is typed (rule D6). */
function canPost(count: CountDetail, canBackdate: boolean): RuleResult {
  if (count.status !== 'counting' || canBackdate || !isPast(count.business_date)) return whileCounting(count);
  const next = count.can.edit
    ? 'Change its date first, under More > Edit date and note.'
    : 'Ask someone who counts to change its date, or someone who may backdate to post it.';
  return no(
    `It is dated ${formatDate(count.business_date)}, and you do not have permission to backdate. ${next}`,
  );
}

/** Downloads the count sheet, or cancels the stocktake; shows what failed. */
function useSteps({ count, notices, onChanged }: Pick<Props, 'count' | 'notices' | 'onChanged'>) {
  const [busy, setBusy] = useState(false);
  const saveExport = useSaveExport();
  const print = async () => {
    setBusy(true);
    await saveExport({
      call: stockCounts.sheet,
      params: { id: count.id },
      query: {},
      fileName: `${count.number}.pdf`,
    });
    setBusy(false);
  };
  const cancel = async () => {
    const consequence = 'Stock does not change, and the counts are not posted.';
    if (!(await confirmedRemoval(`Cancel ${count.number}?`, 'Cancel stocktake', consequence))) return;
    try {
      await request(stockCounts.cancel, { params: { id: count.id }, shownInPlace: true });
      onChanged(`${count.number} cancelled. Stock has not changed.`);
    } catch (error) {
      notices.failedWrite(error, 'The stocktake could not be cancelled.');
    }
  };
  return { busy, print, cancel };
}
