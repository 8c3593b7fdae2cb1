import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useAccountOptions } from './account-options';

type Props = Omit<NativeSelectProps, 'data'> & {
  /** The label of the blank option. */
  none?: string;
};

/** The account of a line without a product; blank means cost of goods sold. */
export function LineAccountSelect({ none = 'Cost of goods sold', ...field }: Props) {
  return <NativeSelect {...field} data={useAccountOptions(none)} />;
}
