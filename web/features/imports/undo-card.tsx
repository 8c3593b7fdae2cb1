import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { countOf } from '#domain/kernel/count-of';
import type { ImportDetail } from '#domain/imports/import.contract';
import type { HistoryUndo } from '#domain/sales-history/history.contract';
import { formatPounds } from '#domain/kernel/money';
import { confirmedRemoval } from '../../platform/confirm';
import { useCanOpen } from '../../platform/may-open';
import { ActionButton } from '../../ui/action-button';
import { Card } from '../../ui/card';
import { TextLink } from '../../ui/links';
import { LoadFailure } from '../../ui/load-failure';
import { undoPlanOf } from './imports.queries';

type Props = { readonly imported: ImportDetail; readonly busy: boolean; readonly undo: () => Promise<void> };

/** What undoing a history would reverse, and what prevents it. */
export function UndoCard({ imported, busy, undo }: Props) {
  const page = useQuery(undoPlanOf(imported));
  const plan = page.data;
  if (!plan && page.isError)
    return (
      <Card title="Undo import">
        <LoadFailure page={page} />
      </Card>
    );
  if (!plan) return <Skeleton height={140} radius={8} mb={16} />;
  const { blocks } = plan;
  const ask = async () => {
    if (await confirmedRemoval('Undo this import?', 'Undo import', undoneWords(plan))) await undo();
  };
  return (
    <Card title="Undo import">
      <p className="import-words">
        {blocks.length === 0
          ? `${undoneWords(plan)} Reports, stock and VAT return to what they were before the import, and you can import the file again.`
          : 'This import cannot be undone because later records depend on it:'}
      </p>
      {blocks.length > 0 && <Blocks blocks={blocks} />}
      <div className="import-actions import-undo">
        <ActionButton
          variant="default"
          leftSection={<Undo2 size={16} />}
          loading={busy}
          can={
            blocks.length === 0
              ? imported.can.undo
              : { allowed: false, reason: 'Later records depend on this import. See the list above.' }
          }
          onClick={() => void ask()}
        >
          Undo import
        </ActionButton>
      </div>
    </Card>
  );
}

function Blocks({ blocks }: Pick<HistoryUndo, 'blocks'>) {
  const canOpen = useCanOpen();
  return (
    <ul className="import-blocks">
      {blocks.map(({ kind, words, link, count }) => {
        const reason = count > 1 ? `${words} And ${(count - 1).toLocaleString('en-GB')} more.` : words;
        return <li key={kind}>{canOpen(link) ? <TextLink to={link}>{reason}</TextLink> : reason}</li>;
      })}
    </ul>
  );
}

function undoneWords(plan: HistoryUndo): string {
  const parts = [
    plan.sales > 0 && `${countOf(plan.sales, 'sale')} of ${formatPounds(plan.sold)}`,
    plan.credit_notes > 0 && `${countOf(plan.credit_notes, 'credit note')} of ${formatPounds(plan.credited)}`,
    plan.stock_adjustments > 0 && countOf(plan.stock_adjustments, 'stock adjustment'),
    plan.entries > 0 && countOf(plan.entries, 'journal'),
  ].filter(part => part !== false);
  const reversed =
    parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? 'Nothing');
  const added = [
    plan.products > 0 && countOf(plan.products, 'product'),
    plan.customers > 0 && countOf(plan.customers, 'customer'),
  ].filter(part => part !== false);
  return `Reverses ${reversed}, each on its original date.${added.length > 0 ? ` Archives or deactivates ${added.join(' and ')} added by the import.` : ''}`;
}
