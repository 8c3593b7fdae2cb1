import type { ReactNode } from 'react';
import { formatDate } from '#domain/kernel/dates';
import type { BusinessPosition } from '#domain/reports/business-dashboard.contract';
import { useMayOpen } from '../../platform/may-open';
import { Card } from '../../ui/card';
import { TextLink } from '../../ui/links';
import { Money } from '../../ui/money';
import { Tiles } from '../../ui/tiles';

type Place = { readonly path: string; readonly search?: Readonly<Record<string, string>> };

/** How the firm stands; every figure leads to what it is made of, for those who may look there. */
export function BusinessPositionCard({ position }: { position: BusinessPosition }) {
  const { as_at } = position;
  const at = { as_at };
  const account = (code: string): Place => ({
    path: '/general-ledger',
    search: { account: code, to: as_at },
  });
  // A figure that is kept from whoever looks is not there at all.
  const money = (label: string, pence: number | undefined, place: Place) =>
    pence === undefined
      ? []
      : [
          {
            label,
            value: (
              <Leading label={label} place={place}>
                <Money pence={pence} />
              </Leading>
            ),
          },
        ];
  const count = (label: string, value: number | undefined, place: Place) =>
    value === undefined
      ? []
      : [
          {
            label,
            value: (
              <Leading label={label} place={place}>
                {value.toLocaleString('en-GB')}
              </Leading>
            ),
          },
        ];
  const standing = [
    ...money('Receivables', position.receivables, { path: '/aged-debtors', search: at }),
    ...money('Overdue', position.overdue, { path: '/aged-debtors', search: { ...at, overdue: 'yes' } }),
    ...money('Customer credit held', position.customer_credit, { path: '/aged-debtors', search: at }),
    ...money('Payables', position.payables, { path: '/aged-creditors', search: at }),
    ...money('Supplier prepayments', position.prepayments, { path: '/aged-creditors', search: at }),
    ...money('Cash', position.cash, { path: '/reports/payment-transactions', search: { to: as_at } }),
    ...money('Bank', position.bank, account('1020')),
    ...money('VAT due so far', position.vat_due, { path: '/reports/vat-return' }),
    ...money('Stock value', position.stock_value, { path: '/stock/valuation', search: { as_at } }),
  ];
  return (
    <Card title={standing.length > 0 ? `As at ${formatDate(as_at)}` : 'Now'}>
      {standing.length > 0 && <Tiles tiles={standing} />}
      {standing.length > 0 && <h3 className="report-now">Now</h3>}
      <Tiles
        tiles={[
          ...count('Low stock', position.low_stock, { path: '/stock', search: { attention: 'low' } }),
          ...count('Out of stock', position.out_of_stock, { path: '/stock', search: { attention: 'out' } }),
          ...count('Open purchase orders', position.open_orders, {
            path: '/purchases',
            search: { open: 'yes' },
          }),
          ...money('Still to come', position.undelivered, {
            path: '/purchases/purchased',
            search: { state: 'outstanding' },
          }),
        ]}
      />
    </Card>
  );
}

function Leading({ label, place, children }: { label: string; place: Place; children: ReactNode }) {
  if (!useMayOpen()(place.path)) return children;
  return (
    <TextLink
      to={place.path}
      search={place.search ?? {}}
      className="report-figure"
      aria-label={`${label}: what makes it`}
    >
      {children}
    </TextLink>
  );
}
