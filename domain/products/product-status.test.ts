import { expect, test } from 'vitest';
import { notificationKinds } from '../notifications/notification-kinds';
import { stockStateNames } from './product.status';

test('R4 a product at or below its reorder level has low stock, on its badge as in notifications', () => {
  expect(stockStateNames.low).toBe(notificationKinds.low_stock.label);
});
