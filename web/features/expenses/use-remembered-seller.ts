import { useEffect, useEffectEvent, useRef } from 'react';
import type { VatCode } from '#domain/kernel/vat';
import type { ContractForm } from '../../ui/form/form';
import type { ExpenseFormValues } from './expense-form-values';
import type { ExpenseChoices } from './use-expense-choices';

type Seller = ExpenseChoices['sellers'][number];
type Filled = { readonly vat_number: string; readonly category_id: string; readonly vat_code: VatCode };
const nothing: Filled = { vat_number: '', category_id: '', vat_code: 'S' };

const filledFrom = ({ vat_number, category_id, vat_code }: Seller): Filled => ({
  vat_number,
  category_id: String(category_id ?? ''),
  vat_code,
});

/** The last expense of the same supplier or, without a supplier, of the same purpose. */
const sellerOf = (choices: ExpenseChoices | undefined, { supplier, description }: ExpenseFormValues) =>
  choices?.sellers.find(seller =>
    supplier ? seller.supplier_id === supplier.id : seller.purpose === description.trim().toLowerCase(),
  );

/**
 * Fills in the VAT number and the category that the last expense of the same seller had. What the user enters stays,
 * and what was filled in goes when the seller changes.
 */
export function useRememberedSeller(
  { form }: ContractForm<ExpenseFormValues>,
  choices: ExpenseChoices | undefined,
): Seller | undefined {
  const seller = sellerOf(choices, form.values);
  const filled = useRef(nothing);
  const fill = useEffectEvent(() => {
    const before = filled.current;
    const next = seller ? filledFrom(seller) : nothing;
    const { vat_number, lines } = form.getValues();
    const [first, ...others] = lines;
    if (vat_number === before.vat_number) form.setFieldValue('vat_number', next.vat_number);
    // Another rate would change the VAT of an amount that is already entered.
    if (
      first?.gross.trim() === '' &&
      first.category_id === before.category_id &&
      first.vat_code === before.vat_code
    )
      form.setValues({
        lines: [{ ...first, category_id: next.category_id, vat_code: next.vat_code }, ...others],
      });
    filled.current = next;
  });
  const key = seller && `${seller.supplier_id} ${seller.purpose}`;
  useEffect(() => {
    if (key !== undefined || filled.current !== nothing) fill();
  }, [key]);
  return seller;
}
