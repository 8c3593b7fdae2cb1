import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useAccountOptions } from './account-options';

/** The account of a line that is only described; blank it is cost of goods sold. */
export function LineAccountSelect(field: NativeSelectProps) {
  return <NativeSelect {...field} data={useAccountOptions('Cost of goods sold')} />;
}
