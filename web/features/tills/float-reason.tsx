import { TextInput, type TextInputProps } from '@mantine/core';
import type { TillNow } from '#domain/tills/till.contract';
import { type TypedCount, worthOf } from './pieces-fields';

/** Whether the float is not what the last session left in the drawer, so that opening needs a reason. */
export const isOtherFloat = (till: TillNow | undefined, count: TypedCount): boolean =>
  till !== undefined && till.suggested_float > 0 && worthOf(count) !== till.suggested_float;

export const FloatReason = (props: TextInputProps) => (
  <TextInput
    label="Reason for a different float"
    required
    description="Required when it is not what the last session left, such as cash taken from the safe."
    maxLength={300}
    {...props}
  />
);
