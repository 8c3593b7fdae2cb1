import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ListState } from '../../platform/list-state';
import { withWidth } from './chosen-widths';
import type { ColumnTerms } from './data-table-column';
import { chosenWidth } from './data-table-widths';

/** The width of a column by keyboard or finger. Empty, the column is as wide as it is of itself. */
export function ColumnWidthField({ list, column }: { list: ListState; column: ColumnTerms }) {
  const { widths } = list.layout;
  const shown = String(chosenWidth(widths, column) ?? '');
  const [typed, type] = useState<string | null>(null);
  // When the field is left or with Enter, because each width is an entry in the history.
  const keep = () => {
    const text = typed?.trim() ?? shown;
    type(null);
    if (text !== shown && /^\d*$/.test(text))
      list.setLayout({ widths: withWidth(widths, column, text === '' ? null : Number(text)) });
  };
  return (
    <TextInput
      size="xs"
      w={64}
      className="column-width"
      classNames={{ input: 'figures' }}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      placeholder="Auto"
      aria-label={`Width of ${column.header} in pixels`}
      value={typed ?? shown}
      onChange={event => type(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === 'Enter' && keep()}
    />
  );
}
