import './purchase-orders.css';

/** The line's description, with the product's SKU below it. */
export const LineName = ({ line }: { line: { description: string; product?: { sku: string } | null } }) => (
  <span className="dialog-line-name">
    {line.description}
    {line.product && <span className="order-aside">{line.product.sku}</span>}
  </span>
);
