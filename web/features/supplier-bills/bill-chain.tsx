import type { SupplierBillDetail } from '#domain/purchase-orders/supplier-bill.contract';
import type { ChainStage } from '../../ui/record/record-chain';
import { BillBadge } from '../supplier-documents';

/** From the order to what came, and the bill. */
export function billChain(bill: SupplierBillDetail): ChainStage[] {
  const { order, receipts } = bill;
  const current = {
    key: 'bill',
    number: bill.number,
    date: bill.bill_date,
    amount: bill.gross,
    state: <BillBadge bill={bill} />,
    link: null,
  };
  if (order === null) return [{ name: 'Bill', documents: [current] }];
  const link = `/purchases/${order.id}` as const;
  return [
    {
      name: 'Order',
      documents: [
        { key: 'order', number: order.po_number, date: order.order_date, amount: order.total, link },
      ],
    },
    {
      name: 'Goods received',
      documents: receipts.map(receipt => ({
        key: String(receipt.id),
        number: receipt.number,
        date: receipt.business_date,
        amount: receipt.value,
        isNet: true,
        link,
      })),
    },
    { name: 'Bill', documents: [current] },
  ];
}
