import { Button, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { isGtin } from '#domain/products/barcode';
import { Card } from '../../ui/card';
import { QuantityInput } from '../../ui/form/figure-inputs';
import type { ContractForm } from '../../ui/form/form';
import { RowAction } from '../../ui/table/row-action';
import { blankBarcode, type ProductFormValues } from './product-form-values';
import '../../ui/lines/dialog-lines.css';

/**
 * The barcodes of a product, each with its units per scan. Enter in a code moves to the next line, because a
 * scanner sends Enter after every code.
 */
export function BarcodeFields({ form: { form } }: { form: ContractForm<ProductFormValues> }) {
  const lines = useRef<HTMLDivElement>(null);
  const { barcodes } = form.values;
  const add = () => {
    form.clearFieldError('barcodes');
    form.insertListItem('barcodes', blankBarcode());
    requestAnimationFrame(() => focusLine(lines.current, barcodes.length));
  };
  const next = (index: number) =>
    index + 1 < barcodes.length ? focusLine(lines.current, index + 1) : barcodes[index]?.code && add();
  return (
    <Card
      title="Barcodes"
      actions={
        <Button variant="default" size="xs" leftSection={<Plus size={14} />} onClick={add}>
          Add barcode
        </Button>
      }
    >
      <div className="barcode-lines" ref={lines}>
        {barcodes.length === 0 && (
          <p className="form-note">
            No barcodes yet. Scan one into a new line. Internal barcodes can include letters.
          </p>
        )}
        {form.errors.barcodes && (
          // The message is what a refusal focuses: it belongs to all lines.
          <p className="line-problem" role="alert" tabIndex={-1} data-path="barcodes">
            {form.errors.barcodes}
          </p>
        )}
        {barcodes.map(({ key, code }, index) => (
          <div key={key} className="barcode-line">
            <TextInput
              label="Barcode"
              aria-label={`Barcode ${index + 1}`}
              data-barcode
              maxLength={48}
              autoComplete="off"
              description={kindOf(code)}
              onKeyDown={event => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                next(index);
              }}
              {...form.getInputProps(`barcodes.${index}.code`)}
            />
            <QuantityInput
              label="Units"
              aria-label={`Units of barcode ${index + 1}`}
              description="Per scan"
              {...form.getInputProps(`barcodes.${index}.factor`)}
            />
            <RowAction
              icon={X}
              label="Remove barcode"
              of={code || String(index + 1)}
              onClick={() => {
                form.removeListItem('barcodes', index);
                form.clearFieldError('barcodes');
              }}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}

const focusLine = (lines: HTMLDivElement | null, index: number) =>
  lines?.querySelectorAll<HTMLInputElement>('input[data-barcode]')[index]?.focus();

const kindOf = (code: string): string => {
  const plain = code.trim();
  if (plain === '') return 'Scan or type it';
  return isGtin(plain) ? 'Check digit is correct' : 'Internal barcode';
};
