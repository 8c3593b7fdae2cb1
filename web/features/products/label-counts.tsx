import { TextInput } from '@mantine/core';
import type { Column } from '../../ui/table/data-table';
import { LongTable } from '../../ui/table/long-table';

/** A product to print labels for, and the default number of labels. */
export type Labelled = { readonly id: number; readonly name: string; readonly count?: number };

type Props = {
  products: readonly Labelled[];
  counts: Readonly<Record<number, string>>;
  onChange: (id: number, count: string) => void;
};

export const fromZero = 'Enter a whole number from 0 to 999.';

/** A number of labels as typed: none if blank, null if it cannot be read. */
export function countFromText(text = ''): number | null {
  const typed = text.trim();
  if (typed === '') return 0;
  return /^\d{1,3}$/.test(typed) ? Number(typed) : null;
}

/** How many labels of each product; a few at a time, because a thousand fields are slow to draw. */
export function LabelCounts({ products, counts, onChange }: Props) {
  return (
    <div className="label-counts">
      <LongTable
        label="Labels per product"
        rows={products}
        rowKey={({ id }) => id}
        columns={columnsWith({ counts, onChange })}
        empty="No products selected"
      />
    </div>
  );
}

const columnsWith = ({ counts, onChange }: Omit<Props, 'products'>): readonly Column<Labelled>[] => [
  { header: 'Product', cell: ({ name }) => name },
  {
    header: 'Labels',
    align: 'end',
    width: '120px',
    cell: ({ id, name }) => (
      <TextInput
        aria-label={`Number of labels for ${name}`}
        classNames={{ input: 'figures label-count' }}
        inputMode="numeric"
        error={countFromText(counts[id]) === null && fromZero}
        value={counts[id] ?? ''}
        onChange={event => onChange(id, event.currentTarget.value)}
      />
    ),
  },
];
