import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import type { Receipt } from '#domain/sales/receipt';
import { ReceiptBarcode } from './receipt-barcode';
import './roll-receipt.css';

/** An 80 mm receipt. Only the receipt itself is printed. */
export const RollReceipt = ({ receipt }: { receipt: Receipt }) => (
  <>
    <ReceiptSheet receipt={receipt} />
    {createPortal(
      <div className="paper-only" aria-hidden>
        <ReceiptSheet receipt={receipt} />
      </div>,
      document.body,
    )}
  </>
);

export const printReceiptSheet = (): void => window.print();

/** The paper on the screen. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  return (
    <article className="paper" aria-label="Receipt">
      <Head receipt={receipt} />
      <dl>
        {receipt.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table>
        <tbody>
          {receipt.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document stay where they are
            <Fragment key={index}>
              <tr>
                <td>{line.description}</td>
                <td className="figures">{line.amount}</td>
              </tr>
              <tr className="paper-detail">
                <td colSpan={2}>
                  {line.counted} {line.rate && `· VAT ${line.rate}`}
                  {line.discount && <> · {unbroken(line.discount)}</>}
                  {line.note && ` · ${line.note}`}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
      <Pairs rows={receipt.totals} isTotal />
      <Pairs rows={receipt.payments} />
      {receipt.vat.length > 0 && (
        <table className="paper-vat">
          <thead>
            <tr>
              <th>VAT</th>
              <th>Net</th>
              <th>VAT</th>
              <th>Total</th>
            </tr>
          </thead>
          <tbody>
            {receipt.vat.map(({ rate, net, vat, gross }) => (
              <tr key={rate}>
                <td>{rate}</td>
                <td className="figures">{net}</td>
                <td className="figures">{vat}</td>
                <td className="figures">{gross}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {receipt.footer && <p className="paper-footer">{receipt.footer}</p>}
      {receipt.hasBarcode && <ReceiptBarcode code={receipt.code} />}
    </article>
  );
}

const Head = ({ receipt }: { receipt: Receipt }) => (
  <header>
    {receipt.logo && <img src={receipt.logo} alt="" />}
    <b>{receipt.seller.name}</b>
    <span className="paper-address">{receipt.seller.lines.join('\n')}</span>
    {receipt.header && <span className="paper-lines">{receipt.header}</span>}
    <strong>
      {receipt.title}
      {receipt.isCopy && ' (copy)'}
    </strong>
  </header>
);

const Pairs = ({ rows, isTotal }: { rows: Receipt['totals']; isTotal?: boolean }) =>
  rows.length === 0 ? null : (
    <dl className={isTotal ? 'paper-totals' : undefined}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );

/** Keeps the amount of a discount on one line with the last word of its reason. */
function unbroken(discount: string) {
  const at = discount.lastIndexOf('\u00a0') + 1;
  return (
    <>
      {discount.slice(0, at)}
      <span className="figures">{discount.slice(at)}</span>
    </>
  );
}
