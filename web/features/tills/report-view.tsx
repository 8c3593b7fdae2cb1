import type { ReactNode } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { tenderMethodNames } from '#domain/sales/tender';
import { allPayments } from '#domain/tills/report-payments';
import type { TillReport } from '#domain/tills/till-report';
import { MethodCounts } from './method-fields';

/** An X or Z report as a strip of paper: sales, payments and expected cash. */
export const ReportView = ({ report }: { report: TillReport }) => (
  <div className="till-report">
    <p className="till-report-head">
      <strong>{report.number ?? 'X report'}</strong>
      <span>
        {report.register.name}, {formatMoment(report.made_at)}, {report.made_by}
      </span>
    </p>
    {report.sales && report.refunds ? (
      <>
        <VatTable title="Sales" figures={report.sales} />
        {report.refunds.count > 0 && <VatTable title="Refunds" figures={report.refunds} />}
      </>
    ) : (
      <p className="dialog-note">This is a blind count. Takings are shown when the till is closed.</p>
    )}
    {(report.sales !== null || report.tenders.length > 0) && (
      <Section title="Payment methods">
        <PaymentLines payments={report.tenders} />
        {report.on_account !== null && <Line label="On account" value={formatPounds(report.on_account)} />}
      </Section>
    )}
    {report.customer_payments && report.customer_payments.length > 0 && (
      <>
        <Section title="Customer payments">
          <PaymentLines payments={report.customer_payments} />
        </Section>
        <Section title="All payments">
          <PaymentLines payments={allPayments(report)} />
        </Section>
      </>
    )}
    {report.cash && <CashLines cash={report.cash} />}
    {report.counted?.methods && <MethodCounts methods={report.counted.methods} />}
    <OtherLines report={report} />
    {report.cashiers.length > 0 && (
      <Section title="Cashiers">
        {report.cashiers.map(cashier => (
          <Line
            key={cashier.name}
            label={cashier.name}
            value={`${cashier.sales} sold${cashier.gross === null ? '' : `, ${formatPounds(cashier.gross)}`}`}
          />
        ))}
      </Section>
    )}
  </div>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <dl>{children}</dl>
  </section>
);

const Line = ({ label, value, strong }: { label: string; value: string; strong?: boolean }) => (
  <div data-strong={strong || undefined}>
    <dt>{label}</dt>
    <dd className="figures">{value}</dd>
  </div>
);

const PaymentLines = ({ payments }: { payments: TillReport['tenders'] }) => (
  <>
    {payments.map(payment => (
      <Line
        key={payment.method}
        label={payment.name ?? tenderMethodNames[payment.method]}
        value={
          payment.paid_back === 0
            ? formatPounds(payment.taken)
            : `${formatPounds(payment.taken)}, ${formatPounds(payment.paid_back)} refunded`
        }
      />
    ))}
  </>
);

function VatTable({ title, figures }: { title: string; figures: NonNullable<TillReport['sales']> }) {
  const numbers =
    figures.first_number && `${figures.first_number} to ${figures.last_number ?? figures.first_number}`;
  return (
    <section aria-label={title}>
      <h3>
        {title}, {figures.count}
        {numbers && <small> {numbers}</small>}
      </h3>
      <table className="till-vat">
        <thead>
          <tr>
            <th scope="col">VAT</th>
            <th scope="col">Net</th>
            <th scope="col">VAT</th>
            <th scope="col">Gross</th>
          </tr>
        </thead>
        <tbody>
          {figures.by_rate.map(rate => (
            <tr key={`${rate.vat_code} ${rate.vat_percent}`}>
              <td>
                {rate.vat_code}, {formatPercent(rate.vat_percent)}
              </td>
              <td>{formatPounds(rate.net)}</td>
              <td>{formatPounds(rate.vat)}</td>
              <td>{formatPounds(rate.gross)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{formatPounds(figures.net)}</td>
            <td>{formatPounds(figures.vat)}</td>
            <td>{formatPounds(figures.gross)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

const cashNames = {
  float: 'Float',
  sales: 'Sales',
  refunds: 'Refunds',
  receipts: 'Customer payments',
  payouts: 'Customer pay-outs',
  paid_in: 'Paid in',
  paid_out: 'Paid out',
  drops: 'Dropped to safe',
} as const;

const CashLines = ({ cash }: { cash: NonNullable<TillReport['cash']> }) => (
  <Section title="Cash in the drawer">
    {(Object.keys(cashNames) as (keyof typeof cashNames)[])
      .filter(name => name === 'float' || cash[name] !== 0)
      .map(name => (
        <Line key={name} label={cashNames[name]} value={formatPounds(cash[name])} />
      ))}
    <Line label="Expected" value={formatPounds(cash.expected)} strong />
  </Section>
);

const times = ({ count, amount }: { count: number; amount: number }) =>
  count === 0 ? 'None' : `${count}, ${formatPounds(amount)}`;

const OtherLines = ({ report }: { report: TillReport }) => (
  <Section title="Other activity">
    <Line label="Line discounts" value={formatPounds(report.discounts.lines)} />
    <Line label="Basket discounts" value={formatPounds(report.discounts.cart)} />
    {report.cancelled && <Line label="Cancelled sales" value={times(report.cancelled)} />}
    <Line label="Voided baskets" value={times(report.voided_baskets)} />
    <Line label="Removed lines" value={times(report.removed_lines)} />
    <Line label="Drawer openings" value={String(report.drawer_openings)} />
    {report.exceptions ? <Line label="Sales to review" value={String(report.exceptions)} /> : null}
    {(report.unsent ?? []).map(row => (
      <Line
        key={row.device}
        label={`Not arrived from ${row.device}`}
        value={row.amount === null ? String(row.sales) : `${row.sales} (${formatPounds(row.amount)})`}
      />
    ))}
  </Section>
);
