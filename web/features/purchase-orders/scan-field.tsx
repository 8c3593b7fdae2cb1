import { TextInput } from '@mantine/core';
import { ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Quantity } from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import type { OrderLine } from '#domain/purchase-orders/purchase-order.contract';
import { countScan } from '#domain/purchase-orders/count-scan';
import { messageOf } from '../../platform/api-error';
import { searchProducts } from './product-look-up';

type Props = {
  lines: readonly OrderLine[];
  onCount: (index: number, quantity: string) => void;
  /** The first scan clears the proposed quantities. */
  onStart: () => void;
};

/** Counts by scanning: each code adds its units to the line of its product. */
export function ScanField({ lines, onCount, onStart }: Props) {
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState('');
  // Product units by line; scans can arrive faster than the screen renders.
  const counted = useRef<Map<number, number> | null>(null);
  const scan = async (text: string) => {
    let product: Awaited<ReturnType<typeof searchProducts>>[number] | undefined;
    try {
      [product] = await searchProducts(text, null);
    } catch (error) {
      return setOutcome(
        messageOf(error, `${text} could not be looked up: no connection to the server. Scan it again.`),
      );
    }
    const index = lines.findIndex(line => line.product !== null && line.product.id === product?.id);
    const line = lines[index];
    if (!product || !line) {
      return setOutcome(
        product ? `${product.name} is not on this order.` : `No product has the code ${text}.`,
      );
    }
    if (!counted.current) {
      counted.current = new Map();
      onStart();
    }
    const units = (counted.current.get(index) ?? 0) + product.scanned_factor;
    counted.current.set(index, units);
    const { quantity, words } = countScan(units as Quantity, line);
    if (quantity !== null) onCount(index, quantity);
    setOutcome(`${product.name}: ${quantityWords(units, product.unit)} counted${words}.`);
  };
  return (
    <div className="scan-field">
      <TextInput
        label="Scan to count"
        placeholder="Barcode or SKU, then Enter"
        leftSection={<ScanBarcode size={16} aria-hidden />}
        autoComplete="off"
        maxLength={60}
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (code.trim() !== '') void scan(code.trim());
          setCode('');
        }}
      />
      <span className="scan-answer" role="status">
        {outcome}
      </span>
    </div>
  );
}
