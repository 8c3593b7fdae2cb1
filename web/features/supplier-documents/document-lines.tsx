import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { type Column, DataTable } from '../../ui/table/data-table';
import { DocumentFoot, FootTotals, type KeptStore } from '../../ui/lines/document-foot';
import { type EditedLines, useEditedLines, useLineField } from '../../ui/lines/edited-lines';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { type LineStore, useLine, useLineKeys, useLines } from '../../ui/lines/line-store';
import { LinesStatus } from '../../ui/lines/lines-status';
import { RowAction } from '../../ui/table/row-action';
import { penceOrZero } from '../../ui/form/typed-figures';
import { useLineList } from '../../ui/lines/use-line-list';
import '../../ui/lines/dialog-lines.css';
import { blankLine, type LineValues, type LineVat, maxLines, totalsOf, vatOf } from './document-line-values';
import { LineAccountSelect } from './line-account-select';
import { pasteWords } from './pasted-document-lines';
import { useDocumentLinePaste } from './use-document-line-paste';
import { vatOptions } from './vat-rates';

type Props = {
  form: Pick<UseFormReturnType<Record<string, unknown>>, 'errors' | 'setErrors'>;
  lines: LineStore<LineValues>;
  vat: LineVat;
  /** The document in a sentence: "a bill". */
  document: string;
  /** The label of a line without an account; when omitted, an account is required. */
  noAccount?: string;
};

/** The lines of a supplier document: account, net and VAT as printed. A key renders its own line (finding F11). */
export function DocumentLines({ form, lines, vat, document, noAccount }: Props) {
  const edited = useEditedLines(form, lines);
  const { list, work } = useLineList(form, lines, { blankLine, firstField: 'description' });
  const { isReverseCharge } = vat;
  const paste = useDocumentLinePaste(form, {
    lines,
    isReverseCharge,
    canLackAccount: noAccount !== undefined,
  });
  return (
    <>
      <div className="dialog-lines" ref={list} onPaste={paste.onPaste}>
        <Rows edited={edited} vat={vat} noAccount={noAccount ?? 'Choose an account'} onRemove={work.remove} />
      </div>
      <LinesStatus form={form} lines={lines} paste={paste} words={last => pasteWords(last, document)} />
      <AddLine lines={lines} onAdd={work.add} />
    </>
  );
}

function AddLine({ lines, onAdd }: { lines: LineStore<LineValues>; onAdd: () => void }) {
  const isFull = useLineKeys(lines).length >= maxLines;
  return (
    <Button variant="default" leftSection={<Plus size={16} />} disabled={isFull} onClick={onAdd}>
      Add line
    </Button>
  );
}

type RowsProps = {
  edited: EditedLines<LineValues>;
  vat: LineVat;
  noAccount: string;
  onRemove: (key: string) => void;
};

const Rows = memo(function Rows(props: RowsProps) {
  const keys = useLineKeys(props.edited.lines);
  return <DataTable label="Lines" rows={keys} rowKey={key => key} columns={lineColumns(keys, props)} />;
});

function lineColumns(
  keys: readonly string[],
  { edited, vat, noAccount, onRemove }: RowsProps,
): Column<string>[] {
  const { isReverseCharge, rates } = vat;
  const placeOf = (key: string) => edited.lines.placeOf(key) + 1;
  const field = (key: string, label: string) => ({
    edited,
    lineKey: key,
    label: `${label} of line ${placeOf(key)}`,
  });
  return [
    {
      header: 'Description',
      minWidth: '220px',
      cell: key => <DescriptionField {...field(key, 'Description')} />,
    },
    { header: 'Account', cell: key => <AccountField {...field(key, 'Account')} none={noAccount} /> },
    { header: 'Net', cell: key => <NetField {...field(key, 'Net')} /> },
    {
      header: 'VAT code',
      kind: 'code',
      cell: key => <VatCodeField {...field(key, 'VAT code')} rates={rates} />,
    },
    isReverseCharge
      ? {
          header: 'VAT you account for',
          align: 'end',
          cell: key => <VatToAccountFor {...field(key, 'VAT you account for')} rates={rates} />,
        }
      : {
          header: 'VAT as printed',
          cell: key => <VatField {...field(key, 'VAT as printed')} rates={rates} />,
        },
    {
      header: 'Actions',
      kind: 'actions',
      align: 'end',
      cell: key =>
        keys.length > 1 && (
          <RowAction
            label="Remove line"
            of={String(placeOf(key))}
            icon={Trash2}
            onClick={() => onRemove(key)}
          />
        ),
    },
  ];
}

type FieldProps = { edited: EditedLines<LineValues>; lineKey: string; label: string };
type RatedProps = FieldProps & Pick<LineVat, 'rates'>;

function DescriptionField({ edited, lineKey, label }: FieldProps) {
  const field = useLineField(edited, lineKey, 'description');
  return (
    <TextInput
      aria-label={label}
      maxLength={300}
      autoComplete="off"
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

function AccountField({ edited, lineKey, label, none }: FieldProps & { none: string }) {
  const field = useLineField(edited, lineKey, 'account');
  return (
    <LineAccountSelect
      aria-label={label}
      none={none}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

const NetField = ({ edited, lineKey, label }: FieldProps) => (
  <MoneyInput aria-label={label} {...useLineField(edited, lineKey, 'net')} />
);

function VatCodeField({ edited, lineKey, label, rates }: RatedProps) {
  const field = useLineField(edited, lineKey, 'vat_code');
  return (
    <NativeSelect
      aria-label={label}
      data={vatOptions(rates)}
      {...field}
      onChange={event => field.onChange(event.currentTarget.value)}
    />
  );
}

/** Blank is the VAT on the net. */
function VatField({ edited, lineKey, label, rates }: RatedProps) {
  const field = useLineField(edited, lineKey, 'vat');
  const line = useLine(edited.lines, lineKey);
  return <MoneyInput aria-label={label} placeholder={line ? vatOf(line, rates) : undefined} {...field} />;
}

function VatToAccountFor({ edited, lineKey, rates }: RatedProps) {
  const { error } = useLineField(edited, lineKey, 'vat');
  const line = useLine(edited.lines, lineKey);
  return (
    <span className="figures">
      {formatPounds(line ? penceOrZero(vatOf(line, rates)) : 0)}
      {error}
    </span>
  );
}

type FootProps = { lines: LineStore<LineValues>; vat: LineVat; kept: KeptStore };

/** The totals as entered, which stay in sight below the form. */
export const DocumentSums = ({ lines, vat, kept }: FootProps) => (
  <DocumentFoot kept={kept}>
    <Totals lines={lines} vat={vat} />
  </DocumentFoot>
);

function Totals({ lines, vat: lineVat }: Omit<FootProps, 'kept'>) {
  const { net, vat, gross } = totalsOf(useLines(lines), lineVat);
  const { isReverseCharge } = lineVat;
  return (
    <FootTotals
      main="gross"
      totals={[
        { part: 'net', name: 'Net', total: net },
        { part: 'vat', name: isReverseCharge ? 'VAT you account for' : 'VAT', total: vat },
        { part: 'gross', name: isReverseCharge ? 'Total excluding VAT' : 'Total', total: gross },
      ]}
    />
  );
}
