import { Alert, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import * as z from 'zod';
import { openingBalances, type OpeningItem } from '#domain/accounts/account.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { usePageTitle } from '../../platform/page-title';
import { everything, useReload } from '../../platform/reload';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import type { Column } from '../../ui/table/data-table';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { Form, useContractForm } from '../../ui/form/form';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { PageHeader } from '../../ui/page-header';
import { RowAction } from '../../ui/table/row-action';
import { typedPounds } from '../../ui/form/typed-figures';
import { JournalLink } from '../../ui/record/journal-link';
import type { CustomerChoice } from '#domain/customers/customer.contract';
import { CustomerPicker } from '../customers';
import { ImportLink } from '../imports';
import { SupplierPicker } from '../suppliers';
import { useApproval } from '../tills';
import { AccountSelect } from './account-select';
import './accounting.css';
import { DateInput } from '../../ui/dates/date-input';
import { LoadFailure } from '../../ui/load-failure';
import { openingsNow } from './accounting.queries';

const ReverseDialog = onDemand(async () => (await import('./reverse-dialog')).ReverseDialog);

/** Balances from before these books, entered item by item until suspense is zero. */
export function OpeningBalancesPage() {
  usePageTitle('Opening Balances');
  const reload = useReload(everything);
  const notices = useNotice();
  const { canCall } = useAccess();
  const page = useQuery(openingsNow);
  const [reversed, setReversed] = useState<OpeningItem | null>(null);
  const changed = (message: string) => {
    setReversed(null);
    reload(() => notices.succeeded(message));
  };
  const added = (item: OpeningItem) => changed(`${item.what} entered.`);
  return (
    <>
      <PageHeader title="Opening Balances" />
      <NoticeAlert notices={notices} />
      {page.data ? (
        <>
          <Suspense balance={page.data.suspense} />
          {canCall(openingBalances.addAccount) && (
            <div className="opening-forms">
              <Renewed form={AccountForm} onAdded={added} />
              <Renewed form={BillForm} onAdded={added} />
              <Renewed form={InvoiceForm} onAdded={added} />
            </div>
          )}
          <Card title="Opening items" flush>
            <LongTable
              label="Opening items"
              rows={page.data.items}
              rowKey={item => item.journal_id}
              columns={columnsFor(canCall(openingBalances.reverse) && setReversed)}
              empty="No opening items yet. Opening stock is entered by importing products."
            />
          </Card>
          {reversed && (
            <ReverseDialog
              journalId={reversed.journal_id}
              isOpening
              title="Reverse an opening item"
              onClose={() => setReversed(null)}
              onDone={() => changed(`${reversed.what} reversed. Enter it again with the correct details.`)}
            />
          )}
        </>
      ) : page.isError ? (
        <LoadFailure page={page} />
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

const Suspense = ({ balance }: { balance: number }) => (
  <Alert
    role="status"
    variant="light"
    color={balance === 0 ? 'ledger' : 'yellow'}
    mb={12}
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {balance === 0
      ? 'Opening balance suspense is clear: debits equal credits.'
      : `${formatPounds(Math.abs(balance))} is left in opening balance suspense. Enter the missing ${balance > 0 ? 'debits' : 'credits'} on other accounts.`}
  </Alert>
);

type Added = (item: OpeningItem) => void;

/** A form that is blank again after its own save. What is typed in the others stays, whoever enters an item. */
function Renewed({ form: OneForm, onAdded }: { form: ComponentType<{ onAdded: Added }>; onAdded: Added }) {
  const [times, setTimes] = useState(0);
  return (
    <OneForm
      key={times}
      onAdded={item => {
        setTimes(times + 1);
        onAdded(item);
      }}
    />
  );
}

// An amount still being typed is not committed when the form is submitted by keyboard.
const tidied = (values: unknown) => {
  const { amount, ...rest } = values as { amount: string };
  return { ...rest, amount: typedPounds(amount) };
};

function AccountForm({ onAdded }: { onAdded: Added }) {
  const form = useContractForm({
    schema: z.preprocess(tidied, openingBalances.addAccount.body),
    initial: { account: '', side: 'debit', amount: '', business_date: today(), date_reason: '' },
    send: (body, idempotencyKey) =>
      request(openingBalances.addAccount, {
        body: tidied(body) as BodySent<typeof openingBalances.addAccount>,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: onAdded,
    failure: 'The balance could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <Card title="Account balance">
      <Form isDocument form={form} submitLabel="Enter balance">
        <AccountSelect
          label="Account"
          required
          accepts={({ code, is_control }) => code !== '3900' && !is_control}
          {...field('account')}
        />
        <NativeSelect
          label="Side"
          data={[
            { value: 'debit', label: 'Debit' },
            { value: 'credit', label: 'Credit' },
          ]}
          {...field('side')}
        />
        <MoneyInput label="Amount" required {...field('amount')} />
        <DatedFields form={form.form} name="business_date" label="Opening date" />
      </Form>
    </Card>
  );
}

function BillForm({ onAdded }: { onAdded: Added }) {
  const [supplier, setSupplier] = useState<{ id: number; name: string } | null>(null);
  const form = useContractForm({
    schema: z.preprocess(tidied, openingBalances.addBill.body),
    initial: {
      kind: 'bill',
      supplier_id: null as number | null,
      supplier_bill_number: '',
      bill_date: today(),
      due_on: today(),
      amount: '',
      business_date: today(),
      date_reason: '',
    },
    send: (body, idempotencyKey) =>
      request(openingBalances.addBill, {
        body: tidied(body) as BodySent<typeof openingBalances.addBill>,
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: onAdded,
    failure: 'The bill or credit could not be saved.',
  });
  const field = form.form.getInputProps;
  return (
    <Card
      title="Unpaid bill or credit"
      actions={<ImportLink kind="opening_bills" needs="adjust_ledger" label="Import bills" size="xs" />}
    >
      <Form
        isDocument
        form={form}
        submitLabel={form.form.values.kind === 'bill' ? 'Enter bill' : 'Enter credit'}
      >
        <NativeSelect
          label="Type"
          data={[
            { value: 'bill', label: 'Unpaid bill' },
            { value: 'credit', label: 'Unused credit' },
          ]}
          {...field('kind')}
        />
        <SupplierPicker
          label="Supplier"
          required
          chosen={supplier}
          onChange={chosen => {
            setSupplier(chosen);
            form.form.setFieldValue('supplier_id', chosen?.id ?? null);
          }}
          error={form.form.errors.supplier_id}
        />
        <TextInput label="Supplier’s number" required maxLength={60} {...field('supplier_bill_number')} />
        <DateInput label="Date of the document" required {...field('bill_date')} />
        <DateInput label="Due on" required {...field('due_on')} />
        <MoneyInput label="Amount still open" required {...field('amount')} />
        <DatedFields form={form.form} name="business_date" label="Opening date" />
      </Form>
    </Card>
  );
}

/** Credit above the limit is approved by PIN. */
function useInvoiceForm(onAdded: Added) {
  const [clientId] = useState(newClientId);
  const approval = useApproval();
  const form = useContractForm({
    schema: z.preprocess(tidied, openingBalances.addInvoice.body),
    initial: {
      kind: 'invoice',
      customer_id: null as number | null,
      number: '',
      invoice_date: today(),
      due_on: today(),
      amount: '',
      business_date: today(),
      date_reason: '',
    },
    send: (body, idempotencyKey) =>
      approval.withApproval(clientId, approvals =>
        request(openingBalances.addInvoice, {
          body: {
            ...(tidied(body) as BodySent<typeof openingBalances.addInvoice>),
            client_id: clientId,
            approvals: [...approvals],
          },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: onAdded,
    failure: 'The invoice could not be saved.',
  });
  return { form, approvalDialog: approval.dialog };
}

function InvoiceForm({ onAdded }: { onAdded: Added }) {
  const [customer, setCustomer] = useState<CustomerChoice | null>(null);
  const { form, approvalDialog } = useInvoiceForm(onAdded);
  const field = form.form.getInputProps;
  return (
    <Card
      title="Unpaid invoice or credit"
      actions={<ImportLink kind="opening_invoices" needs="adjust_ledger" label="Import invoices" size="xs" />}
    >
      <Form
        isDocument
        form={form}
        submitLabel={form.form.values.kind === 'invoice' ? 'Enter invoice' : 'Enter credit'}
      >
        <NativeSelect
          label="Type"
          data={[
            { value: 'invoice', label: 'Unpaid invoice' },
            { value: 'credit', label: 'Unused credit' },
          ]}
          {...field('kind')}
        />
        <CustomerPicker
          label="Customer"
          placeholder="Find by name, email, phone, number, postcode"
          required
          chosen={customer}
          error={form.form.errors.customer_id}
          offers={({ is_walk_in }) => !is_walk_in}
          onChange={chosen => {
            setCustomer(chosen);
            form.form.setFieldValue('customer_id', chosen?.id ?? null);
          }}
        />
        <TextInput label="Number in your earlier books" required maxLength={40} {...field('number')} />
        <DateInput label="Invoice date" required {...field('invoice_date')} />
        <DateInput label="Due on" required {...field('due_on')} />
        <MoneyInput label="Amount still open" required {...field('amount')} />
        <DatedFields form={form.form} name="business_date" label="Opening date" />
      </Form>
      {approvalDialog}
    </Card>
  );
}

const columnsFor = (onReverse: false | ((item: OpeningItem) => void)): Column<OpeningItem>[] => [
  { header: 'Date', kind: 'date', cell: item => <Day date={item.business_date} /> },
  {
    header: 'Item',
    cell: item => (
      <span>
        <JournalLink id={item.journal_id}>{item.what}</JournalLink>{' '}
        {item.is_reversed && <Badge tone="secondary">Reversed</Badge>}
      </span>
    ),
  },
  { header: 'Debit', align: 'end', cell: item => (item.debit ? <Money pence={item.debit} /> : '') },
  { header: 'Credit', align: 'end', cell: item => (item.credit ? <Money pence={item.credit} /> : '') },
  ...(onReverse
    ? [
        {
          header: 'Actions',
          kind: 'actions' as const,
          align: 'end' as const,
          width: '90px',
          cell: (item: OpeningItem) =>
            item.can_reverse && (
              <RowAction icon={Undo2} label="Reverse" of={item.what} onClick={() => onReverse(item)} />
            ),
        },
      ]
    : []),
];
