import { paymentMethodNames, paymentStatusNames } from '#domain/payments/payment.status';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import { Badge } from '../../ui/badge';
import type { ChainStage } from '../../ui/record/record-chain';
import { BillBadge } from '../supplier-documents';
import { paymentTones } from '../suppliers';
import { OrderBadge } from './order-badges';

/** From the order to what came, what was billed for it and what was paid. */
export const orderChain = (order: OrderDetail): ChainStage[] => [
  {
    name: 'Order',
    documents: [
      {
        key: 'order',
        number: order.po_number,
        date: order.order_date,
        amount: order.total_amount,
        state: <OrderBadge status={order.status} />,
        link: null,
      },
    ],
  },
  {
    name: 'Goods received',
    documents: order.receipts.map(receipt => ({
      key: String(receipt.id),
      number: receipt.number,
      date: receipt.business_date,
      amount: receipt.value,
      isNet: true,
      link: '#goods-received',
    })),
  },
  {
    name: 'Returns',
    documents: order.returns.map(row => ({
      key: String(row.id),
      number: row.number,
      date: row.business_date,
      amount: row.gross,
      link: '#returns',
    })),
  },
  {
    name: 'Bills',
    documents: order.bills.map(bill => ({
      key: String(bill.id),
      number: bill.number,
      date: bill.bill_date,
      amount: bill.gross,
      state: <BillBadge bill={bill} />,
      link: '#bills',
    })),
  },
  {
    name: 'Payments',
    documents: order.payments.map(payment => ({
      key: String(payment.id),
      number: payment.number ?? paymentMethodNames[payment.payment_method],
      date: payment.payment_date,
      amount: payment.direction === 'in' ? 0 - payment.amount : payment.amount,
      state: payment.status !== 'completed' && (
        <Badge tone={paymentTones[payment.status]}>{paymentStatusNames[payment.status]}</Badge>
      ),
      link: '#payments',
    })),
  },
];
