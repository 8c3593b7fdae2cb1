import { useState } from 'react';
import { formatQuantity } from '#domain/kernel/quantity';
import type { ProductChoice } from '#domain/products/product.contract';
import { useLookUp } from '../../platform/look-up';
import { LookUp } from '../../ui/form/look-up';
import { productStatusNames } from '#domain/products/product.status';
import { productsByText, productsToAdjust } from './products.queries';

type Props = {
  label: string;
  path: string;
  error: React.ReactNode;
  text: string;
  onText: (text: string) => void;
  onChoose: (product: ProductChoice) => void;
  /** Whether inactive products are found as well, because it is about their stock. */
  isForStock?: boolean;
  /** Whether the focus starts here. */
  isFirst?: boolean;
};

/** Finds a product by name, SKU or barcode; a scanned code is chosen at once. */
export function ProductField({
  label,
  path,
  error,
  text,
  onText,
  onChoose,
  isForStock = false,
  isFirst = false,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const isAsked = isOpen && text.trim() !== '';
  const found = useLookUp(isForStock ? productsToAdjust : productsByText, text, isAsked);
  const take = (product: ProductChoice | undefined) => {
    setOpen(false);
    if (product) onChoose(product);
  };
  // The form finds the field of a refused line by this mark.
  const mark = { 'data-path': path };
  return (
    <LookUp
      field={{
        ...mark,
        'aria-label': label,
        placeholder: 'Name, SKU or barcode',
        error,
        maxLength: 200,
        autoFocus: isFirst,
      }}
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
      onEnter={() => text.trim() !== '' && void found.takeBest(take)}
      failure={found.failure}
      nothing="No product found."
    />
  );
}

const detailOf = ({ sku, quantity, status }: ProductChoice): string => {
  const stock = `${sku} · ${formatQuantity(quantity)} in stock`;
  return status === 'active' ? stock : `${stock} · ${productStatusNames[status]}`;
};
