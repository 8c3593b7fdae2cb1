import { useState } from 'react';
import { formatQuantity } from '#domain/kernel/quantity';
import { type ProductChoice, products } from '#domain/products/product.contract';
import { request } from '../../platform/api';
import { useLookUp } from '../../platform/look-up';
import { LookUp } from '../../ui/form/look-up';
import { productsToOrder } from './purchase-orders.queries';

type Props = {
  /** The field's label and the path for its errors. */
  label: string;
  path: string | undefined;
  placeholder: string;
  error: React.ReactNode;
  text: string;
  onText: (text: string) => void;
  supplierId: number | null;
  onChoose: (product: ProductChoice) => void;
  /** Called on Enter when no product is found. */
  onPlainText: () => void;
};

/** Finds a product by name, SKU, barcode or the supplier's code; a scanned code is chosen at once. Other text stays as entered. */
export function ProductLookUp(props: Props) {
  const { label, path, placeholder, error, text, onText, supplierId, onChoose, onPlainText } = props;
  const [isOpen, setOpen] = useState(false);
  const isAsked = isOpen && text.trim() !== '';
  const found = useLookUp(search => productsToOrder(search, supplierId), text, isAsked);
  const take = (product: ProductChoice | undefined) => {
    setOpen(false);
    if (product) onChoose(product);
    else onPlainText();
  };
  return (
    <LookUp
      field={{ 'aria-label': label, placeholder, error, maxLength: 300, ...dataPath(path) }}
      text={text}
      onText={onText}
      isOpen={isAsked}
      onOpen={setOpen}
      choices={found.items?.map(product => ({
        key: product.id,
        label: product.name,
        detail: detailOf(product),
      }))}
      isCurrent={found.isCurrent && found.items?.length !== 0}
      onChoose={index => take(found.items?.[index])}
      onEnter={() => (text.trim() === '' ? onPlainText() : void found.takeBest(take))}
      failure={found.failure}
      nothing="No product found. This line will be ordered as free text."
    />
  );
}

const detailOf = ({ sku, supplier_code: code, quantity }: ProductChoice): string =>
  [sku, ...(code === null ? [] : [`their code ${code}`]), `${formatQuantity(quantity)} in stock`].join(' · ');

/** `status`: any for goods already on a document, whatever became of their products since. */
export async function searchProducts(
  text: string,
  supplierId: number | null,
  status: 'active' | 'any' = 'active',
): Promise<ProductChoice[]> {
  if (text === '') return [];
  const query = {
    text: text.slice(0, 200),
    ...(status === 'any' ? { status } : {}),
    ...(supplierId === null ? {} : { supplier_id: String(supplierId) }),
  };
  return (await request(products.search, { query, shownInPlace: true })).data;
}

/** The form finds the field of an error by this mark. */
export const dataPath = (path: string | undefined): object =>
  path === undefined ? {} : { 'data-path': path };
