import { useState } from 'react';
import type { Receipt } from '#domain/sales/receipt';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { messageOf } from '../../../platform/api-error';
import { giftReceiptHere, receiptHere } from '../device/print';
import { type RefundMade, slipOf } from '../device/refund-made';

export type Paper = 'receipt' | 'gift' | 'slip';
type OfSale = { readonly sale: SaleDetail; readonly isFresh: boolean; readonly refund: RefundMade | null };

/** What can be printed of a sale: its receipt, a gift receipt and, with a refund, the refund slip. */
export function usePapers({ sale, isFresh, refund }: OfSale) {
  const [paper, setPaper] = useState<Paper>('receipt');
  const [slip, setSlip] = useState<Receipt | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const toggleGift = () => {
    setProblem(null);
    setPaper(paper === 'gift' ? 'receipt' : 'gift');
  };
  const toggleSlip = () => {
    setProblem(null);
    if (paper === 'slip') return setPaper('receipt');
    if (slip !== null || refund === null) return setPaper('slip');
    slipOf(refund).then(
      loaded => {
        setSlip(loaded);
        setPaper('slip');
      },
      error => setProblem(messageOf(error, 'The refund slip could not be loaded. Try again.')),
    );
  };
  const shown = (): Receipt => {
    if (paper === 'gift') return giftReceiptHere(sale);
    return paper === 'slip' && slip ? slip : receiptHere(sale, isFresh);
  };
  return { paper, receipt: shown(), problem, toggleGift, toggleSlip };
}
