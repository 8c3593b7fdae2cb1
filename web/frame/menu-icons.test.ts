import { expect, test } from 'vitest';
import { navigation } from '../navigation';
import { menuIcons } from './menu-icons';

const entries = navigation.flatMap(group => group.items);

test('F79 each menu entry has an icon that no other has', () => {
  const icons = entries.map(({ path }) => menuIcons[path]);
  expect(icons).not.toContain(undefined);
  expect(new Set(icons).size).toBe(entries.length);
  expect(new Set(Object.keys(menuIcons))).toEqual(new Set(entries.map(({ path }) => path)));
});

test('F79 a menu group is short enough to read, and each page is in one of them', () => {
  for (const { label, items } of navigation) expect(items.length, label).toBeLessThan(10);
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
});
