import { type RadioGroupProps, Stack } from '@mantine/core';
import * as z from 'zod';
import { formatPounds } from '#domain/kernel/money';
import { Radio } from '../form/radio';
import '../lines/dialog-lines.css';

/** `back` if the money is where it was before the payment. */
export type MoneyAnswer = { money: '' | 'back' | 'kept' };

/** The body of a reversal with the answer, which stays in the dialog: the server only reverses. */
export const withMoneyAnswer = <Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) =>
  body.extend({ money: z.literal('back', 'Choose what happened to the money.') });

type Props = {
  amount: number;
  /** Whether the business paid it; otherwise it received it. */
  isOut: boolean;
  /** Who it was paid to. */
  payee?: string;
  /** What to do instead of reversing it. */
  ways: string;
  field: Pick<RadioGroupProps, 'value' | 'onChange' | 'error'>;
};

/**
 * Asks what happened to the money of a payment that is to be reversed, because its reversal moves the bank or the safe
 * today (F104). Where the money is still where it went, the form is blocked, and this says what to do instead.
 */
export const MoneyQuestion = ({ amount, isOut, payee, ways, field }: Props) => (
  <>
    <Radio.Group label={`What happened to the ${formatPounds(amount)}?`} required {...field}>
      <Stack gap={6} mt={6}>
        <Radio
          value="back"
          label={`It was not ${isOut ? 'paid' : 'received'} like this, or it was returned`}
        />
        <Radio
          value="kept"
          label={isOut ? `It was paid, and ${payee} still has it` : 'It was received, and not returned'}
        />
      </Stack>
    </Radio.Group>
    {field.value === 'kept' && (
      <p className="dialog-note" role="status">
        {`Keep this payment, because reversing it would ${
          isOut ? 'add money to the books that you do not have' : 'take money out of the books that you have'
        }. ${ways}`}
      </p>
    )}
  </>
);
