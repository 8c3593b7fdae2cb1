import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useAccountOptions } from './account-options';

type Props = Omit<NativeSelectProps, 'data'> & {
  /** What a blank choice means. */
  none?: string;
};

/** The account of a line that is only described; blank it is cost of goods sold. */
export function LineAccountSelect({ none = 'Cost of goods sold', ...field }: Props) {
  return <NativeSelect {...field} data={useAccountOptions(none)} />;
}
