import { statusOf } from './ordered';
import type { Purchasing } from './purchasing';
import type { StepOf } from './steps';
import { need } from './world';

/** How an order ends (rule P2). */
export class Closing {
  private readonly purchasing: Purchasing;

  constructor(purchasing: Purchasing) {
    this.purchasing = purchasing;
  }

  closeShort({ order: number }: StepOf<'close short'>): void {
    const order = this.purchasing.open(number);
    need(statusOf(order) === 'received', 'nothing received, or everything');
    for (const line of order.lines) if (line.received < BigInt(line.terms.quantity)) line.isClosed = true;
  }

  reopen({ order: number }: StepOf<'reopen'>): void {
    const order = this.purchasing.open(number);
    need(
      statusOf(order) === 'completed' && order.lines.some(({ isClosed }) => isClosed),
      'nothing is closed short',
    );
    for (const line of order.lines) line.isClosed = false;
  }

  cancel({ order: number }: StepOf<'cancel order'>): void {
    const order = this.purchasing.open(number);
    need(statusOf(order) === 'sent' && order.receipts.size === 0, 'goods received');
    order.isCancelled = true;
  }
}
