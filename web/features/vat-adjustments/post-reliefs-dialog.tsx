import * as z from 'zod';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import type { VatAdjustment } from '#domain/vat-returns/vat-adjustment.contract';
import { type ReliefKind, type VatRelief, vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { request } from '../../platform/api';
import { DatedFields } from '../../ui/form/dated-fields';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { typedPounds } from '../../ui/form/typed-figures';
import { AccountSelect } from '../accounting';
import { RepeatedAdjustments, repeatedOf } from './repeated-adjustments';

type Values = {
  kind: ReliefKind;
  business_date: string;
  date_reason: string;
  account: string;
  items: { item_id: number; gross: string }[];
};
type Props = {
  kind: ReliefKind;
  chosen: readonly VatRelief[];
  /** The day of the figures in the list, which is the usual date of the adjustment. */
  asAt: string;
  onClose: () => void;
  onDone: (adjustment: VatAdjustment) => void;
};

const titles: Readonly<Record<ReliefKind, string>> = {
  claim: 'Claim bad debt relief',
  return: 'Return bad debt relief',
  repay: 'Repay VAT on unpaid bills',
  reclaim: 'Reclaim VAT on paid bills',
};

const effects: Readonly<Record<ReliefKind, string>> = {
  claim: 'Box 4 goes up: HMRC pays this VAT back to you.',
  return: 'Box 1 goes up: you pay this VAT to HMRC again, because the customer has paid.',
  repay: 'Box 4 goes down: you pay back VAT that you reclaimed before paying the supplier.',
  reclaim: 'Box 4 goes up: the supplier is paid, so you reclaim the VAT again.',
};

/** Only a customer's payments are typed; everything else follows from the ledger. */
const sentOf = ({ items, ...values }: Values) => ({
  ...values,
  items: items.map(({ item_id, gross }) => ({
    item_id,
    ...(values.kind === 'return' ? { gross: typedPounds(gross) } : {}),
  })),
});
const schema = z.preprocess(values => sentOf(values as Values), vatReliefs.post.body);

/** Posts one adjustment for all selected documents. */
export function PostReliefsDialog({ kind, chosen, asAt, onClose, onDone }: Props) {
  const isBadDebt = kind === 'claim' || kind === 'return';
  const form = useContractForm<Values, VatAdjustment>({
    schema,
    initial: {
      kind,
      business_date: asAt,
      date_reason: '',
      account: isBadDebt ? '6800' : '',
      items: chosen.map(({ item_id, change_gross }) => ({
        item_id,
        gross: change_gross === 0 ? '' : poundsFromPence(change_gross),
      })),
    },
    send: (values, idempotencyKey) =>
      request(vatReliefs.post, { body: sentOf(values), idempotencyKey, shownInPlace: true }),
    onDone,
    failure: 'The VAT adjustment could not be posted.',
  });
  const repeated = repeatedOf(chosen);
  const vat = chosen.reduce((all, row) => all + row.change_vat, 0);
  return (
    <FormDialog
      title={titles[kind]}
      note={
        <>
          {kind !== 'return' &&
            (form.form.values.business_date === asAt
              ? `${formatPounds(vat)} of VAT. `
              : 'The VAT is calculated from what was written off or paid by that date. ')}
          {effects[kind]}
        </>
      }
      form={form}
      submitLabel="Post adjustment"
      onClose={onClose}
    >
      {repeated.length > 0 && (
        <RepeatedAdjustments
          inDialog
          words="The same VAT may have been adjusted by hand already. Check that it is not counted twice:"
          repeated={repeated}
        />
      )}
      {kind === 'return' &&
        chosen.map((row, index) => (
          <MoneyInput
            key={row.item_id}
            label={`Paid by ${row.party.name} for ${row.document.number ?? 'the debt'}`}
            description={`With VAT, at most ${formatPounds(row.relieved_gross)}`}
            {...form.form.getInputProps(`items.${index}.gross`)}
          />
        ))}
      <AccountSelect
        label="Balancing account"
        description={
          isBadDebt
            ? 'Usually 6800 Bad debts, where the loss was written off.'
            : 'Usually an asset account of your own, for example “VAT on unpaid bills”.'
        }
        accepts={account => !account.is_control}
        {...form.form.getInputProps('account')}
      />
      <DatedFields form={form.form} name="business_date" label="Date" />
    </FormDialog>
  );
}
