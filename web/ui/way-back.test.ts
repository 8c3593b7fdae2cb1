import { expect, test } from 'vitest';
import { wayBack } from './way-back';

test('the button beside what cancels a record does not say Cancel too', () => {
  expect(wayBack('Cancel sale')).toBe('Go back');
  expect(wayBack('Cancel the order')).toBe('Go back');
  expect(wayBack('Save')).toBe('Cancel');
  expect(wayBack('Erase for good')).toBe('Cancel');
});
