import { useAccess } from '../../platform/access';
import { TextLink } from '../../ui/links';
import './stock.css';

type Product = { readonly id: number; readonly name: string; readonly sku: string };

/** A product with its SKU, linked to its page for users who can open it. */
export function ProductLink({ product }: { product: Product }) {
  const { can } = useAccess();
  return (
    <span className="stock-product">
      {can('view_product') ? (
        <TextLink to="/products/$id" params={{ id: String(product.id) }} fw={560}>
          {product.name}
        </TextLink>
      ) : (
        <strong>{product.name}</strong>
      )}
      <span className="aside figures">{product.sku}</span>
    </span>
  );
}
