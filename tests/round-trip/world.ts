import { someSupplier } from '../support/books';
import { someProduct } from '../support/products';
import { customerWithCredit } from '../support/shop';
import type { TestApp } from '../support/test-app';

/** Two records of each kind that others refer to by id. */
export type World = Awaited<ReturnType<typeof someWorld>>;

export async function someWorld(shop: TestApp, token: string) {
  const made = async (path: string, body: object): Promise<number> => {
    const response = await shop.app.inject({
      method: 'POST',
      url: `/api${path}`,
      payload: body,
      headers: { authorization: `Bearer ${token}` },
    });
    if (response.statusCode >= 300) throw new Error(`POST ${path}: ${response.body}`);
    const reply = response.json<{ id?: number; user?: { id: number } }>();
    const id = reply.id ?? reply.user?.id;
    if (id === undefined) throw new Error(`POST ${path} answers no id`);
    return id;
  };
  const two = async (path: string, body: (at: number) => object): Promise<readonly [number, number]> => [
    await made(path, body(1)),
    await made(path, body(2)),
  ];
  const categories = await two('/categories', at => ({ name: `Category ${at}` }));
  const roles = await two('/roles', at => ({ name: `World role ${at}`, permissions: ['view_master'] }));
  return {
    made,
    categories,
    subCategories: await two('/sub-categories', at => ({
      name: `Part ${at}`,
      category_id: categories[at - 1],
    })),
    brands: await two('/brands', at => ({ name: `Brand ${at}` })),
    units: await two('/units', at => ({ name: `Unit ${at}` })),
    expenseCategories: await two('/expense-categories', at => ({ name: `Cost ${at}` })),
    roles,
    users: await two('/users', at => ({
      name: `World user ${at}`,
      email: `world${at}@example.test`,
      role_ids: [roles[0]],
    })),
    employees: await two('/employees', at => ({ name: `World employee ${at}`, started_on: '2025-01-06' })),
    suppliers: [await someSupplier(shop.db), await someSupplier(shop.db)] as const,
    products: [await someProduct(shop.db), await someProduct(shop.db)] as const,
    customers: [
      await customerWithCredit(shop.db, 100_000, 'World customer 1'),
      await customerWithCredit(shop.db, 100_000, 'World customer 2'),
    ] as const,
    priceGroups: await two('/price-groups', at => ({ name: `Group ${at}` })),
  };
}
