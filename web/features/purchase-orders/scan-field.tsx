import { TextInput } from '@mantine/core';
import { ScanBarcode } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  noQuantity,
  quantity as quantityField,
  type Quantity,
  timesFactor,
  toQuantity,
} from '#domain/kernel/quantity';
import { quantityWords } from '#domain/kernel/unit-words';
import type { OrderLine } from '#domain/purchase-orders/purchase-order.contract';
import { countScan } from '#domain/purchase-orders/count-scan';
import { messageOf } from '../../platform/api-error';
import { typedQuantity } from '../../ui/form/typed-figures';
import { searchProducts } from './product-look-up';

type Props = {
  /** Whose codes can be scanned, as on their delivery note. */
  supplierId: number;
  lines: readonly OrderLine[];
  /** The quantity in the line's field now, as text. */
  quantityOf: (index: number) => string;
  onCount: (index: number, quantity: string) => void;
  /** The first scan clears the proposed quantities. */
  onStart: () => void;
};

/** What the last scan of a line counted, and the quantity it left in the field. */
type Counted = { readonly units: Quantity; readonly left: string };

/** Counts by scanning: each code adds its units to the line of its product. */
export function ScanField({ supplierId, lines, quantityOf, onCount, onStart }: Props) {
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState('');
  const isStarted = useRef(false);
  const counted = useRef(new Map<number, Counted>());
  const scan = async (text: string) => {
    let found: Awaited<ReturnType<typeof searchProducts>>;
    try {
      found = await searchProducts(text, supplierId, 'any');
    } catch (error) {
      return setOutcome(
        messageOf(error, `${text} could not be looked up: no connection to the server. Scan it again.`),
      );
    }
    // A part of a name or of another code is no scan.
    const exact = found.filter(({ is_exact }) => is_exact);
    const isOf = (line: OrderLine, { id }: { id: number }) => line.product?.id === id;
    const product = exact.find(choice => lines.some(line => isOf(line, choice))) ?? exact[0];
    if (!product) return setOutcome(`No product has the code ${text}.`);
    const index = lines.findIndex(line => isOf(line, product));
    const line = lines[index];
    if (!line) return setOutcome(`${product.name} is not on this order.`);
    if (!isStarted.current) onStart();
    isStarted.current = true;
    const present = quantityOf(index);
    const last = counted.current.get(index);
    // A quantity that was typed, filled in or cleared meanwhile is what the scan adds to.
    const before = last?.left === present ? last.units : unitsOf(present, line);
    if (before === null) return setOutcome(`Correct the quantity of ${product.name} before you scan it.`);
    const units = toQuantity(before + product.scanned_factor);
    const { quantity, words } = countScan(units, line);
    if (quantity !== null) onCount(index, quantity);
    counted.current.set(index, { units, left: quantity ?? present });
    setOutcome(`${product.name}: ${quantityWords(units, product.unit)} counted${words}.`);
  };
  return (
    <div className="scan-field">
      <TextInput
        label="Scan to count"
        placeholder="Barcode, SKU or their code, then Enter"
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

/** The units of a product in a quantity typed on its line; null when the text is none. */
function unitsOf(text: string, { factor }: OrderLine): Quantity | null {
  if (text.trim() === '') return noQuantity;
  const typed = quantityField.safeDecode(typedQuantity(text));
  return typed.success ? timesFactor(typed.data, factor) : null;
}
