import type { Sum } from '#domain/sales/invoice-sums';
import type { Receipt } from '#domain/sales/receipt';
import './a4-document.css';

/** The receipt or invoice as the server prints it on A4, scaled to the space. */
export function A4Document({ receipt, sums }: { receipt: Receipt; sums: readonly Sum[] }) {
  return (
    <div className="a4-place">
      <article className="a4" aria-label="A4 invoice">
        <header>
          {receipt.logo && <img src={receipt.logo} alt="" />}
          <b>{receipt.seller.name}</b>
          <span className="paper-address">{receipt.seller.lines.join('\n')}</span>
        </header>
        <p className="a4-title">
          <strong>{receipt.title}</strong> <span className="figures">{receipt.code}</span>
        </p>
        {receipt.header && <p className="a4-words">{receipt.header}</p>}
        <Facts rows={receipt.facts} />
        <Goods receipt={receipt} />
        <dl className="a4-sums">
          {sums.map(([label, value, weight]) => (
            <div key={label} className={weight}>
              <dt>{label}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
        {receipt.vat.length > 0 && <VatByRate rows={receipt.vat} />}
        {receipt.footer && <p className="a4-words">{receipt.footer}</p>}
      </article>
    </div>
  );
}

function Goods({ receipt }: { receipt: Receipt }) {
  const hasVat = receipt.vat.length > 0;
  return (
    <table className="a4-goods">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Unit price</th>
          {hasVat && <th scope="col">VAT</th>}
          <th scope="col">Amount</th>
          {hasVat && <th scope="col">Net</th>}
        </tr>
      </thead>
      <tbody>
        {receipt.lines.map(line => (
          <tr key={line.code}>
            <td>{line.code}</td>
            <td>{line.description}</td>
            <td>{line.quantity}</td>
            <td>{line.unitPrice}</td>
            {hasVat && <td>{line.rate}</td>}
            <td>{line.amount}</td>
            {hasVat && <td>{line.net}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const VatByRate = ({ rows }: { rows: Receipt['vat'] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">VAT by rate</th>
        <th scope="col">Net</th>
        <th scope="col">VAT</th>
        <th scope="col">Gross</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ rate, net, vat, gross }) => (
        <tr key={rate}>
          <td>{rate}</td>
          <td>{net}</td>
          <td>{vat}</td>
          <td>{gross}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Facts = ({ rows }: { rows: Receipt['facts'] }) => (
  <dl className="a4-facts">
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
