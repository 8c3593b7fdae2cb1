import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request } from '../../../platform/api';
import { isNotFound, messageOf } from '../../../platform/api-error';
import { useTill, useDialogScan } from '../till-context';
import { ReturnForm } from './return-form';
import { TillDialog } from './till-dialog';
import { Problem } from './problem';

/** The sale of a receipt, found by its number. */
function useReceipt(number: string | null) {
  const [sale, setSale] = useState<SaleDetail | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const find = async (receiptNumber: string) => {
    if (receiptNumber.trim() === '') return;
    setBusy(true);
    setProblem(null);
    try {
      setSale(await request(sales.find, { query: { number: receiptNumber.trim() }, shownInPlace: true }));
    } catch (error) {
      const isMissing = isNotFound(error);
      setProblem(
        isMissing
          ? `No sale ${receiptNumber.trim().toUpperCase()} found.`
          : messageOf(error, 'The server cannot be reached, so the receipt could not be found.'),
      );
    } finally {
      setBusy(false);
    }
  };
  const hasSearched = useRef(false);
  useEffect(() => {
    if (!number || hasSearched.current) return;
    hasSearched.current = true;
    void find(number);
  });
  return { sale, busy, problem, find };
}

/** Returns goods from a receipt for a refund or an exchange. */
export function ReturnDialog({ number }: { number: string | null }) {
  const till = useTill();
  const [typed, setTyped] = useState(number ?? '');
  const { sale, busy, problem, find } = useReceipt(number);
  const scanReceipt = (code: string) => {
    setTyped(code);
    void find(code);
  };
  useDialogScan(sale ? null : scanReceipt);
  if (sale)
    return (
      <ReturnForm
        key={sale.id}
        sale={sale}
        onOtherReceipt={scanReceipt}
        otherProblem={problem}
        onRefunded={till.close}
      />
    );
  return (
    <TillDialog onClose={till.close} title="Refund or exchange" size={460}>
      <form
        className="till-form"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void find(typed);
        }}
      >
        <Problem reason={problem} />
        <TextInput
          label="Receipt number"
          description="Scan the receipt or enter its number. The digits are enough"
          size="lg"
          maxLength={40}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <div className="till-form-buttons" data-at-end>
          <Button variant="default" onClick={till.close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={typed.trim() === ''}>
            Find sale
          </Button>
        </div>
      </form>
    </TillDialog>
  );
}
