import { randomUUID } from 'node:crypto';
import { allPermissions } from '#domain/kernel/permissions';
import { approvals } from '#domain/tills/cashier.contract';
import { someApprovals } from '../support/approvals';
import { contractFields } from './contract-fields';
import type { Body } from './distinct-values';
import type { DocumentsByRoute } from './document-desk';
import { notStored } from './money-document';

/** One need of each kind, with figures of its own. */
function everyNeed(): Body[] {
  let count = 100;
  const next = () => (count += 1);
  const amount = () => `${next()}.00`;
  const lines = () => [{ line_number: next(), quantity: `${next()}`, amount: amount() }];
  const adjusted = () => [{ product_id: next(), quantity: `${next()}`, value: amount() }];
  return [
    {
      kind: 'discount',
      product_id: next(),
      line_number: next(),
      quantity: `${next()}`,
      price_mode: 'exclusive',
      amount: '900.00',
      discount: '90.00',
    },
    {
      kind: 'price',
      product_id: next(),
      line_number: next(),
      quantity: `${next()}`,
      price_mode: 'inclusive',
      unit_price: amount(),
      amount: amount(),
      reason: 'Below what it cost',
    },
    { kind: 'credit', customer_id: next(), amount: amount() },
    { kind: 'stock', product_id: next(), quantity: `${next()}`, short: `${next()}` },
    { kind: 'refund', sale_id: next(), amount: amount(), lines: lines() },
    { kind: 'large_refund', sale_id: next(), amount: amount(), lines: lines() },
    { kind: 'void', amount: amount() },
    {
      kind: 'paid_out',
      session_id: next(),
      amount: amount(),
      account_code: '6910',
      category_id: next(),
      reason: 'Window cleaner',
    },
    { kind: 'customer_credit', customer_id: next(), amount: amount(), of: 'write_off' },
    { kind: 'stock_adjustment', amount: amount(), reason: 'damaged', lines: adjusted() },
    { kind: 'write_off', amount: amount(), reason: 'lost', lines: adjusted() },
    {
      kind: 'stock_count',
      count_id: next(),
      version: next(),
      uncounted: 'nothing',
      units: `${next()}`,
      amount: amount(),
    },
    {
      kind: 'over_receipt',
      order_id: next(),
      line_id: next(),
      quantity: `${next()}`,
      above: `${next()}`,
      description: 'Oak shelf',
    },
  ];
}

/** What was approved is stored as it was sent. */
const rowsOfNeeds = contractFields(approvals.give.body)
  .filter(({ name }) => name.startsWith('needs.'))
  .map(({ name }) => [name, [name.replace('needs.', 'stored.subject.'), `audit.after.${name}`]] as const);

export const approvalDocuments: DocumentsByRoute = {
  'POST /approvals': async desk => {
    const approver = await someApprovals(desk.app).approver(...allPermissions);
    return {
      examples: [
        {
          body: {
            client_id: randomUUID(),
            needs: everyNeed(),
            user_id: approver.userId,
            pin: approver.pin,
          },
        },
      ],
      readings: { stored: `table:approvals?approved_by=${approver.userId}` },
      rows: {
        client_id: ['stored.client_id', 'audit.record_name'],
        ...Object.fromEntries(rowsOfNeeds),
        user_id: ['stored.approved_by', 'audit.after.approved_by'],
        pin: notStored('proves who approves'),
      },
    };
  },
};
