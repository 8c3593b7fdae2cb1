import { expect, test } from 'vitest';
import { drawerName } from './open-drawer';

const drawer = { register_name: 'Front till', opened_at: new Date('2026-11-03T09:00:00Z') };

test('F110 a drawer is called after its till, and by the day it was opened once that is over a day ago', () => {
  expect(drawerName(drawer, new Date('2026-11-04T09:00:00Z'))).toBe('Front till');
  expect(drawerName(drawer, new Date('2026-11-04T09:00:01Z'))).toBe('Front till, opened 3 Nov 2026');
});
