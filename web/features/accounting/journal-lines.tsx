import { ActionIcon, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { memo } from 'react';
import { FootTotals, type KeptStore } from '../../ui/lines/document-foot';
import { type EditedLines, useEditedLines, useLineField } from '../../ui/lines/edited-lines';
import { MoneyInput } from '../../ui/form/figure-inputs';
import type { ContractForm } from '../../ui/form/form';
import { type LineStore, useLineKeys, useLines } from '../../ui/lines/line-store';
import { LinesCard } from '../../ui/lines/lines-card';
import { placeByPath } from '../../ui/lines/pasted-lines';
import { useLineList } from '../../ui/lines/use-line-list';
import { useLinePaste } from '../../ui/lines/use-line-paste';
import { AccountSelect, useReadOpenAccounts } from './account-select';
import {
  blankLine,
  type JournalLine,
  type JournalValues,
  minLines,
  pasteColumns,
  pasteWords,
  sumsOf,
  withPasted,
} from './journal-values';

const isManual = (account: { is_control: boolean }) => !account.is_control;

type Props = { form: ContractForm<JournalValues>; lines: LineStore<JournalLine>; kept: KeptStore };

/** The lines of a manual journal. A key renders its own line and the totals (finding F11). */
export function JournalLines({ form: { form }, lines, kept }: Props) {
  const { list, work } = useLineList(form, lines, { blankLine, firstField: 'account' });
  const edited = useEditedLines(form, lines);
  const readAccounts = useReadOpenAccounts();
  const paste = useLinePaste(form, {
    lines,
    placeOf: field => placeByPath(field, pasteColumns),
    fill: async (cells, at) => {
      const accounts = await readAccounts(isManual);
      return withPasted(lines.lines(), cells, at, accounts);
    },
    isFound: ({ account }) => account !== '',
  });
  return (
    <LinesCard
      title="Lines"
      label="Journal lines"
      className="journal-lines"
      addLabel="Add line"
      onAdd={work.add}
      list={list}
      form={form}
      lines={lines}
      paste={paste}
      words={pasteWords}
      kept={kept}
      totals={<Sums lines={lines} />}
    >
      <Rows edited={edited} onRemove={work.remove} />
    </LinesCard>
  );
}

type RowsProps = { edited: EditedLines<JournalLine>; onRemove: (key: string) => void };

const Rows = memo(function Rows({ edited, onRemove }: RowsProps) {
  const keys = useLineKeys(edited.lines);
  return keys.map((key, index) => (
    <div key={key} className="journal-line" role="group" aria-label={`Line ${index + 1}`}>
      <AccountField edited={edited} lineKey={key} index={index} />
      <DescriptionField edited={edited} lineKey={key} index={index} />
      <AmountField edited={edited} lineKey={key} index={index} side="debit" />
      <AmountField edited={edited} lineKey={key} index={index} side="credit" />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove line ${index + 1}`}
        disabled={keys.length <= minLines}
        onClick={() => onRemove(key)}
      >
        <X size={16} />
      </ActionIcon>
    </div>
  ));
});

type FieldProps = { edited: EditedLines<JournalLine>; lineKey: string; index: number };

function AccountField({ edited, lineKey, index }: FieldProps) {
  const field = useLineField(edited, lineKey, 'account');
  return (
    <AccountSelect
      aria-label={`Account of line ${index + 1}`}
      accepts={isManual}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

function DescriptionField({ edited, lineKey, index }: FieldProps) {
  const field = useLineField(edited, lineKey, 'description');
  return (
    <TextInput
      aria-label={`Description of line ${index + 1}`}
      placeholder="Description"
      maxLength={200}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

function AmountField({ edited, lineKey, index, side }: FieldProps & { side: 'debit' | 'credit' }) {
  const name = side === 'debit' ? 'Debit' : 'Credit';
  return (
    <MoneyInput
      aria-label={`${name} of line ${index + 1}`}
      placeholder={name}
      {...useLineField(edited, lineKey, side)}
    />
  );
}

/** The totals of both sides, and the difference. */
function Sums({ lines }: { lines: LineStore<JournalLine> }) {
  const { debits, credits } = sumsOf(useLines(lines));
  const difference = Math.abs(debits - credits);
  return (
    <FootTotals
      totals={[
        { part: 'debits', name: 'Debits', total: debits },
        { part: 'credits', name: 'Credits', total: credits },
        { part: 'difference', name: 'Difference', total: difference, isWrong: difference !== 0 },
      ]}
    />
  );
}
