import { expect, test } from 'vitest';
import { hiddenFigures, type ProtectedFigures } from './protected-figures';

const holder = (...permissions: string[]) => ({ roles: [], permissions });
const protects: ProtectedFigures[] = [
  { needs: 'view_cost', figures: 'costs', sort: ['cost', 'margin'] },
  { needs: 'view_supplier', figures: 'suppliers', filters: { supplier_id: 'any', group_by: ['supplier'] } },
];
const hidden = (query: Record<string, unknown>, ...permissions: string[]) =>
  hiddenFigures({ protects }, query, holder(...permissions));

test('a list is not sorted by figures that its user may not see', () => {
  const costs = [{ figures: 'costs', params: ['sort_by', 'sort_order'] }];
  expect(hidden({ sort_by: 'cost' })).toEqual(costs);
  expect(hidden({ sort_by: 'margin', sort_order: 'desc' })).toEqual(costs);
  expect([hidden({ sort_by: 'name' }), hidden({})]).toEqual([[], []]);
  expect(hidden({ sort_by: 'cost' }, 'view_cost')).toEqual([]);
});

test('a list is not filtered by them, by any value or by those that reveal them', () => {
  expect(hidden({ supplier_id: 7 })).toEqual([{ figures: 'suppliers', params: ['supplier_id'] }]);
  expect(hidden({ group_by: 'supplier' })).toEqual([{ figures: 'suppliers', params: ['group_by'] }]);
  expect(hidden({ group_by: 'brand' })).toEqual([]);
  expect(hidden({ supplier_id: 7, group_by: 'supplier' }, 'view_supplier')).toEqual([]);
  expect(hidden({ supplier_id: 7, sort_by: 'cost' }).map(({ figures }) => figures)).toEqual([
    'costs',
    'suppliers',
  ]);
});

test('a list without protected figures hides none', () => {
  expect(hiddenFigures({}, { sort_by: 'cost' }, holder())).toEqual([]);
});
