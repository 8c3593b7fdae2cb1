import { useEffect, useRef } from 'react';
import type { ContractForm } from '../../ui/form/form';
import type { LineStore } from '../../ui/lines/line-store';
import type { LineValues, OrderFormValues } from './order-form-values';

type Chosen = { readonly id: number; readonly name: string } | null;

/**
 * Changes the supplier of an order in its form. The codes on its lines are the previous supplier's and go; the new one's
 * are filled in when the order is saved (finding F17).
 */
export function useChangeSupplier(
  { form }: ContractForm<OrderFormValues>,
  lines: LineStore<LineValues>,
): (chosen: Chosen) => void {
  const { supplier } = form.values;
  const last = useRef(supplier?.id);
  // The field is empty while another name is typed; the codes are still the last supplier's.
  useEffect(() => {
    if (supplier) last.current = supplier.id;
  }, [supplier]);
  return chosen => {
    if (chosen && last.current !== undefined && chosen.id !== last.current)
      lines.set(
        lines.lines().map(line => (line.supplier_code === '' ? line : { ...line, supplier_code: '' })),
      );
    form.setFieldValue('supplier', chosen && { id: chosen.id, name: chosen.name });
    form.clearFieldError('supplier_id');
  };
}
