import { type AdjustableBox, type AdjustmentReason, chargesItself } from '#domain/vat-returns/vat-adjustment';
import { typedPounds } from '../../ui/form/typed-figures';

type Figure = AdjustableBox | 'net';
export type AdjustmentValues = {
  reason: AdjustmentReason;
  business_date: string;
  date_reason: string;
  description: string;
  box_1: string;
  box_4: string;
  box_6: string;
  box_7: string;
  net: string;
  account: string;
};

type Field = { readonly name: Figure; readonly label: string; readonly help: string };

const net = (name: Figure): Field => ({
  name,
  label: 'Net amount',
  help: 'The value, excluding VAT, that this VAT relates to.',
});

/**
 * The fields of each reason, labelled with the box they change. Other boxes are derived or stay as they are.
 */
export const fieldsOf: Readonly<Record<AdjustmentReason, readonly Field[]>> = {
  bad_debt_relief: [
    {
      name: 'box_4',
      label: 'VAT to reclaim (box 4)',
      help: 'The VAT on the amount that the customer will not pay.',
    },
    { name: 'box_1', label: 'Relief to return (box 1)', help: 'Only if the customer has paid after all.' },
    net('net'),
  ],
  unpaid_bills: [
    {
      name: 'box_4',
      label: 'VAT (box 4)',
      help: 'A minus repays it to HMRC. A plus reclaims it once the bill is paid.',
    },
    net('net'),
  ],
  error_correction: [
    {
      name: 'box_1',
      label: 'Box 1: VAT on sales',
      help: 'A plus if you declared too little, a minus if too much.',
    },
    {
      name: 'box_4',
      label: 'Box 4: VAT reclaimed',
      help: 'A plus if you reclaimed too little, a minus if too much.',
    },
    { name: 'box_6', label: 'Box 6: net sales', help: 'Usually left at zero.' },
    { name: 'box_7', label: 'Box 7: net purchases', help: 'Usually left at zero.' },
  ],
  reverse_charge_domestic: [
    {
      name: 'box_1',
      label: 'VAT (boxes 1 and 4)',
      help: 'You owe it and reclaim it, so nothing is left to pay.',
    },
    { ...net('box_7'), label: 'Net amount (box 7)' },
  ],
  reverse_charge_abroad: [
    {
      name: 'box_1',
      label: 'VAT (boxes 1 and 4)',
      help: 'You owe it and reclaim it, so nothing is left to pay.',
    },
    { ...net('box_7'), label: 'Net amount (boxes 6 and 7)' },
  ],
  postponed_import_vat: [
    { name: 'box_1', label: 'Import VAT (boxes 1 and 4)', help: 'The total of your monthly statement.' },
    { ...net('box_7'), label: 'Value of the goods (box 7)' },
  ],
  partial_exemption: [
    { name: 'box_4', label: 'VAT (box 4)', help: 'A minus repays it to HMRC, a plus reclaims it.' },
  ],
  fuel_scale_charge: [
    { name: 'box_1', label: 'VAT of the charge (box 1)', help: 'The VAT in the scale charge.' },
    { ...net('box_6'), label: 'Net charge (box 6)' },
  ],
  own_use: [
    {
      name: 'box_1',
      label: 'VAT (box 1)',
      help: 'At the rate of the goods, on their cost: £20.00 on £100.00 at 20%.',
    },
    {
      name: 'box_6',
      label: 'Cost of the goods (box 6)',
      help: 'Excluding VAT. The stock adjustment shows it as its value.',
    },
  ],
  pre_registration: [
    { name: 'box_4', label: 'VAT to reclaim (box 4)', help: 'As your suppliers’ invoices show it.' },
    { ...net('box_7'), label: 'Net amount (box 7)' },
  ],
};

/** The request: figures that the reason does not ask for are derived or omitted. */
export function sentOf(values: AdjustmentValues) {
  const { reason } = values;
  const typed = (name: Figure) =>
    fieldsOf[reason].some(field => field.name === name) && values[name].trim() !== ''
      ? typedPounds(values[name])
      : undefined;
  const same = chargesItself(reason);
  const figures = {
    box_1: typed('box_1'),
    box_4: same ? typed('box_1') : typed('box_4'),
    box_6: reason === 'reverse_charge_abroad' ? typed('box_7') : typed('box_6'),
    box_7: typed('box_7'),
    net: typed('net'),
  };
  return {
    reason,
    business_date: values.business_date,
    date_reason: values.date_reason,
    description: values.description,
    ...Object.fromEntries(Object.entries(figures).filter(([, text]) => text !== undefined)),
    ...(same || values.account === '' ? {} : { account: values.account }),
  };
}
