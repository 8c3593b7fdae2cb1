import { expect, test } from 'vitest';
import { cancelLabel } from './cancel-label';

test('the button beside what cancels a record does not say Cancel too', () => {
  expect(cancelLabel('Cancel sale')).toBe('Go back');
  expect(cancelLabel('Cancel the order')).toBe('Go back');
  expect(cancelLabel('Save')).toBe('Cancel');
  expect(cancelLabel('Erase for good')).toBe('Cancel');
});
