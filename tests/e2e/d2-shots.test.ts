import { test } from 'vitest';
import { roles } from '#domain/users/role.contract';
import { roleTemplates } from '#domain/users/role-templates';
import { users } from '#domain/users/user.contract';
import { useShop } from '../support/browser';

const shop = useShop();
const folder = '/tmp/d2shots';
const sizes = [
  [1440, 'light'],
  [390, 'dark'],
  [390, 'light'],
  [1440, 'dark'],
] as const;
test('shots', { timeout: 300_000 }, async () => {
  for (const [width, colours] of sizes) {
    const page = await shop().open({ width, colours });
    await page.goto('/register');
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    await page.screenshot({ path: `${folder}/register-${width}-${colours}.png`, fullPage: true });
    await page.close();
  }
  const admin = await shop().as('admin');
  const ids: number[] = [];
  for (const t of roleTemplates)
    ids.push((await admin.call(roles.create, { body: { ...t, permissions: [...t.permissions] } })).reply.id);
  const names = ['Ada Lovelace', 'Ben Buyer', 'Chloë Cashier-Worthington', 'Dev Patel', 'Ewa Nowak'];
  let first = 0;
  for (const [n, name] of names.entries()) {
    const { reply } = await admin.call(users.create, {
      body: {
        name,
        email: `${name.split(' ')[0]?.toLowerCase()}@a-rather-long-shop-name.example`,
        role_ids: [ids[n] ?? 0, ...(n === 2 ? ids.slice(0, 3) : [])],
      },
    });
    first ||= reply.user.id;
  }
  const paths: [string, string][] = [
    ['users', '/users'],
    ['create', '/users/create'],
    ['edit', `/users/edit/${first}`],
    ['self', `/users/edit/${admin.userId}`],
    ['missing', `/users/edit/99999`],
    ['roles', '/users/roles'],
    ['perm', '/permission-example'],
    ['profile', '/profile'],
  ];
  for (const [width, colours] of sizes) {
    for (const path of ['login', 'forgot-password', 'reset-password?token=x']) {
      const page = await shop().open({ width, colours });
      await page.goto(`/${path}`);
      await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: `${folder}/${path.split('?')[0]}-${width}-${colours}.png`,
        fullPage: true,
      });
      await page.close();
    }
    for (const [name, path] of paths) {
      const page = await shop().openAs(['admin'], path, { width, colours });
      page.on('response', r => { if (r.status() >= 400) console.log(r.status(), r.request().method(), r.url()); });
      await page.waitForLoadState('networkidle');
      if (name === 'roles') {
        await page.getByRole('button', { name: /Buyer/ }).first().click();
      }
      if (name === 'edit') await page.getByRole('button', { name: 'Reset password' }).click();
      if (name === 'edit') await page.locator('code').waitFor({timeout: 3000}).catch(() => console.log('NO CODE', width));
      await page.screenshot({ path: `${folder}/${name}-${width}-${colours}.png`, fullPage: true });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) console.log('SCROLLS SIDEWAYS', name, width);
      await page.close();
    }
  }
});
