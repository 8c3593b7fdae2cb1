import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { hrefOf, type LinkTarget } from './page-link';
import { parseSearch, stringifySearch } from './search-params';

const root = createRootRoute();
const paths = ['/suppliers', '/suppliers/$id', '/reports/$report/of/$day'] as const;
const router = createRouter({
  routeTree: root.addChildren(paths.map(path => createRoute({ getParentRoute: () => root, path }))),
  history: createMemoryHistory({ initialEntries: ['/suppliers?search=tea'] }),
  parseSearch,
  stringifySearch,
});

const targets: LinkTarget[] = [
  { to: '/suppliers' },
  { to: '/suppliers/$id', params: { id: '7' } },
  { to: '/suppliers/12' },
  { to: '/suppliers', search: { search: 'Grün & Söhne, 5 %', page: undefined, empty: '' } },
  { to: '/reports/$report/of/$day', params: { report: 'sales / returns', day: '2026-11-29' } },
  { to: '/suppliers', search: { sort_by: 'name' }, hash: 'notes' },
];

test.each(targets)('the address of %o is the one that the router goes to', target => {
  expect(hrefOf(target)).toBe(router.buildLocation(target as never).href);
});
