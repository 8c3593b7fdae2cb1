import { Checkbox, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { invoiceSums } from '#domain/sales/invoice-sums';
import { receiptOf } from '#domain/sales/receipt';
import { type ReceiptSettings, receiptSettings } from '#domain/settings/receipt-layout.contract';
import { tenderNames } from '../../platform/payment-names';
import { Form } from '../../ui/form/form';
import { TextLink } from '../../ui/links';
import { A4Document, ReceiptSheet } from '../receipts';
import { sampleInvoice, sampleSale } from './sample-sale';
import { SettingCard } from './setting-card';
import { companyNow } from './settings.queries';
import { useSettingForm } from './use-setting-form';

/** The receipt settings, next to a preview. */
export const ReceiptSection = () => (
  <SettingCard
    title="Receipts"
    about="Every receipt shows goods, totals, VAT and payment. Choose what else to print. Reprints of earlier receipts change too."
    get={receiptSettings.get}
    save={receiptSettings.save}
    recordedAs="Receipts"
    actions={<TextLink to="/sales/registers">Registers and paper sizes</TextLink>}
  >
    {({ setting, onSaved }) => <ReceiptForm receipt={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = {
  header: string;
  footer: string;
  shows_logo: boolean;
  shows_served_by: boolean;
  shows_barcode: boolean;
  version: number;
};
type Props = { receipt: ReceiptSettings; onSaved: (saved: ReceiptSettings) => void };

function ReceiptForm({ receipt, onSaved }: Props) {
  const form = useSettingForm(receiptSettings.save, {
    setting: receipt,
    onSaved,
    valuesOf,
    failure: 'The receipt settings could not be saved.',
  });
  const { values, getInputProps: field } = form.form;
  return (
    <div className="receipt-setting">
      <Form form={form} submitLabel="Save">
        <Textarea
          label="Header"
          description="Printed below the name and address, such as opening hours"
          maxLength={500}
          autosize
          minRows={2}
          {...field('header')}
        />
        <Textarea
          label="Footer"
          description="Printed at the bottom, such as your returns policy"
          maxLength={500}
          autosize
          minRows={2}
          {...field('footer')}
        />
        <Checkbox label="Show the logo" {...field('shows_logo', { type: 'checkbox' })} />
        <Checkbox label="Show who served the customer" {...field('shows_served_by', { type: 'checkbox' })} />
        <Checkbox
          label="Show the receipt number as a barcode"
          description="On printed and emailed receipts. Scan it to find the sale."
          {...field('shows_barcode', { type: 'checkbox' })}
        />
      </Form>
      <Preview values={values} />
    </div>
  );
}

/** A sample receipt and invoice with the current company details and the unsaved text. */
function Preview({ values }: { values: Values }) {
  const { data: company } = useQuery(companyNow);
  const options = {
    layout: { ...values, header: values.header.trim() || null, footer: values.footer.trim() || null },
    logo: company?.logo?.address ?? null,
    names: tenderNames(),
  };
  const seller = company && { ...company.head, vat_number: company.vat_number };
  const invoice = sampleInvoice(seller);
  return (
    <>
      <figure className="receipt-preview" aria-label="Preview">
        <figcaption>Preview, 80 mm</figcaption>
        <ReceiptSheet receipt={receiptOf(sampleSale(seller), options)} />
      </figure>
      <figure className="receipt-preview receipt-preview-a4" aria-label="Preview on A4">
        <figcaption>Preview, A4</figcaption>
        <A4Document receipt={receiptOf(invoice, options)} sums={invoiceSums(invoice, options.names)} />
      </figure>
    </>
  );
}

const valuesOf = (receipt: ReceiptSettings): Values => ({
  header: receipt.header ?? '',
  footer: receipt.footer ?? '',
  shows_logo: receipt.shows_logo,
  shows_served_by: receipt.shows_served_by,
  shows_barcode: receipt.shows_barcode,
  version: receipt.version,
});
