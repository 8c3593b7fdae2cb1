import { expect, test } from 'vitest';
import { linesWithMadeUpId } from '../../scripts/lib/made-up-ids.mjs';

test('a number in place of a missing id is found, and other defaults are not', () => {
  const code = (...lines: string[]) => linesWithMadeUpId(lines.join('\n'));
  expect(
    code(
      'journalId: journal?.id ?? 0,',
      'supplier_id: supplier_id ?? 0,',
      'params: { id: id ?? 0 },',
      'productId: ids[index] ?? 0,',
      'const customerId = chosen.customerId || -1;',
      'unit_id: idOf(values.unit_id) ?? 0,',
    ),
  ).toEqual([1, 2, 3, 4, 5, 6]);
  expect(
    code(
      'supplier_id: supplier?.id ?? null,',
      'const paid = row.paid ?? 0;',
      'left.get(productId) ?? 0',
      'cost_pence: costs[index] ?? 0,',
    ),
  ).toEqual([]);
});
