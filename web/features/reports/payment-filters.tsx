import { journalKindNames } from '#domain/accounting/journal-kind';
import { paymentMethod, paymentStatusNames } from '#domain/payments/payment.status';
import { filteredMethodName } from '#domain/reports/payment-name';
import {
  moneyDirections,
  type PaymentTotals,
  type paymentTransactions,
  reconciledNames,
  transferNames,
} from '#domain/reports/payment-transactions.contract';
import type { ListStateOf } from '../../platform/list-state';
import { ownNames } from '../../platform/payment-names';
import type { Option } from '../../ui/filters/choice-words';
import { MoreFilters } from '../../ui/filters/more-filters';
import { optionsFrom } from '../../ui/form/options-from';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { ComparePicker, PeriodPicker } from './report-filters';
import type { ReportState } from './report-state';
import { useReportChoices } from './use-choices';

/** Kinds of journal that move money; the others are not payments. */
const kinds = [
  'sale',
  'credit_note',
  'customer_receipt',
  'customer_payout',
  'supplier_payment',
  'supplier_refund',
  'expense',
  'expense_payment',
  'salary',
  'till_cash',
  'till_difference',
  'manual',
  'opening',
  'reversal',
] as const;

type Filter = {
  name: 'direction' | 'kind' | 'method' | 'status' | 'account' | 'reconciled' | 'transfers';
  label: string;
  all: string;
  options: readonly Option[];
};

/** Among the other filters before the accounts are known, so that those after it stay where they are (F81). */
const whichAccount = (found: PaymentTotals | undefined): Filter[] =>
  found === undefined || found.accounts.length > 0
    ? [
        {
          name: 'account',
          label: 'Account',
          all: 'All accounts',
          options: (found?.accounts ?? []).map(({ code, name }) => ({
            value: code,
            label: `${code} ${name}`,
          })),
        },
      ]
    : [];

const whichPayments = (): Filter[] => [
  { name: 'direction', label: 'Direction', all: 'In and out', options: optionsFrom(moneyDirections) },
  {
    name: 'kind',
    label: 'Kind',
    all: 'All kinds',
    options: kinds.map(kind => ({ value: kind, label: journalKindNames[kind] })),
  },
  {
    name: 'method',
    label: 'Method',
    all: 'All methods',
    options: paymentMethod.options.map(value => ({ value, label: filteredMethodName(value, ownNames()) })),
  },
  { name: 'status', label: 'Status', all: 'All Status', options: optionsFrom(paymentStatusNames) },
];

const whichLedger = (): Filter[] => [
  {
    name: 'reconciled',
    label: 'Reconciled',
    all: 'Reconciled or not',
    options: optionsFrom(reconciledNames),
  },
  {
    name: 'transfers',
    label: 'Transfers',
    all: 'Including transfers',
    options: optionsFrom(transferNames),
  },
];

type Props = {
  list: ListStateOf<typeof paymentTransactions.list>;
  state: ReportState;
  found: PaymentTotals | undefined;
};

/** Filters of the list of payments and its totals. */
export function PaymentFilters({ list, state, found }: Props) {
  const { cashiers } = useReportChoices();
  const filters = [...whichPayments(), ...whichAccount(found), ...whichLedger()];
  return (
    <>
      <SearchFilter list={list} placeholder="Search by number or text" />
      <PeriodPicker state={state} shown={found} />
      <MoreFilters list={list} names={[...filters.map(({ name }) => name), 'person_id']}>
        <ComparePicker state={state} />
        {filters.map(filter => (
          <SelectFilter key={filter.name} list={list} {...filter} />
        ))}
        <SelectFilter
          list={list}
          name="person_id"
          label="Recorded by"
          all="All users"
          options={cashiers.slice(1)}
        />
      </MoreFilters>
    </>
  );
}
