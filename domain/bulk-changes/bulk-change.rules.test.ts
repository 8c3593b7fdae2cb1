import { expect, test } from 'vitest';
import { canUndo } from './bulk-change.rules';

test('a bulk change is undone once, after it is done and has changed something', () => {
  const asked = (state: 'running' | 'done' | 'undoing' | 'undone', changed_count = 3) => {
    const result = canUndo({ list: 'products', state, changed_count });
    return result.allowed || result.reason;
  };
  expect([asked('done'), asked('done', 1)]).toEqual([true, true]);
  expect(asked('done', 0)).toBe('Nothing was changed, so there is nothing to undo.');
  expect(asked('running')).toBe('This change is still running. Undo it once it is done.');
  expect(asked('undoing')).toBe('This change is already being undone.');
  expect(asked('undone')).toBe('This change has already been undone.');
});

test('decisions on expenses and reviews of paid sales are never undone in bulk, whatever their state', () => {
  for (const list of ['expenses', 'sale_exceptions'] as const)
    for (const state of ['running', 'done', 'undone'] as const)
      expect(canUndo({ list, state, changed_count: 2 }).allowed).toBe(false);
});
