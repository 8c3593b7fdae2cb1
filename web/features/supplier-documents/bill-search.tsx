import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import './supplier-documents.css';
import { leftOutWords, type SupplierBills } from './supplier-bills';

type Props = { found: SupplierBills };

/** Enter would submit the form around it. */
const staysInForm = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault();
};

/** Finds the bills that a long list does not show; only where there are such bills. */
export function BillSearch({ found }: Props) {
  const { text, setText } = found;
  const leftOut = leftOutWords(found);
  if (leftOut === undefined && text === '') return null;
  return (
    <div className="bill-search">
      <TextInput
        size="xs"
        type="search"
        label="Find a bill"
        placeholder="Bill or order number"
        maxLength={200}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={staysInForm}
      />
      {leftOut && <p className="dialog-note">{leftOut}</p>}
    </div>
  );
}
