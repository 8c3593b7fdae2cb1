import { allPermissions } from '#domain/kernel/permissions';
import { administratorRole } from '#domain/kernel/role-name';
import { roleTemplates } from '#domain/users/role-templates';
import { bankDetailsSetting } from '../kernel/company';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import { hashPassword, register } from '../features/session';
import { createRole, createUser } from '../features/users';
import { asActor } from '../kernel/audit';

export type DemoAccount = {
  readonly role: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
};

const company = 'Harbour & Vale Wholesale';
const companyFacts = {
  name: 'Harbour & Vale Wholesale Ltd',
  trading_name: company,
  address: '3 Gas Ferry Road\nBristol BS1 9ZS',
  company_number: '09999999',
  phone: '0117 496 0100',
  email: 'office@harbourvale.example',
  website: 'harbourvale.example',
};

/** The bank account that customers pay into. */
const bankAccount = {
  account_name: 'Harbour & Vale Wholesale Ltd',
  sort_code: '20-11-96',
  account_number: '12345678',
  iban: null,
};

const administrator: DemoAccount = {
  role: administratorRole,
  name: 'Ruth Ashcombe',
  email: 'ruth@harbourvale.example',
  password: 'seven green ledgers',
};
const staff: readonly DemoAccount[] = [
  {
    role: 'Cashier',
    name: 'Dev Patel',
    email: 'dev@harbourvale.example',
    password: 'four copper coins',
  },
  {
    role: 'Buyer',
    name: 'Martha Lowe',
    email: 'martha@harbourvale.example',
    password: 'nine crates of tea',
  },
  {
    role: 'Auditor',
    name: 'Colin Frayne',
    email: 'colin@harbourvale.example',
    password: 'two sharp pencils',
  },
];

export const demoAccounts: readonly DemoAccount[] = [administrator, ...staff];

type DemoUsers = { readonly administrator: Actor; readonly buyer: Actor; readonly cashier: Actor };

/** The demo users, as actors for the rest of the data. */
export async function addDemoUsers(tx: Tx, now: Date): Promise<DemoUsers> {
  const { name, email, password } = administrator;
  await asActor(tx, undefined, now, ctx =>
    hashPassword(password).then(password_hash =>
      register(ctx, { name, email, password_hash, company_name: company }),
    ),
  );
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(companyFacts) })
    .where('key', '=', 'company')
    .execute();
  await tx
    .insertInto('settings')
    .values({ key: bankDetailsSetting.key, value: JSON.stringify(bankAccount), updated_at: now })
    .execute();
  const admin = await actorOf(tx, administrator);
  for (const { name: role, description, permissions } of roleTemplates) {
    await asActor(tx, admin, now, ctx =>
      createRole(ctx, { name: role, description, permissions: [...permissions] }),
    );
  }
  for (const person of staff) await addColleague(tx, admin, person, now);
  const actorFor = (userName: string) => {
    const person = staff.find(({ role }) => role === userName);
    if (!person) throw new Error(`There is no ${userName}`);
    return actorOf(tx, person);
  };
  return { administrator: admin, buyer: await actorFor('Buyer'), cashier: await actorFor('Cashier') };
}

/** As if an administrator had added the user, who then set the password printed at the end. */
async function addColleague(tx: Tx, admin: Actor, person: DemoAccount, now: Date): Promise<void> {
  const { id } = await tx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', person.role)
    .executeTakeFirstOrThrow();
  const { user } = await asActor(tx, admin, now, ctx =>
    createUser(ctx, { name: person.name, email: person.email, role_ids: [id] }, false),
  );
  await tx
    .updateTable('users')
    .set({ password_hash: await hashPassword(person.password), must_change_password: false })
    .where('id', '=', user.id)
    .execute();
}

async function actorOf(tx: Tx, { email, role }: DemoAccount): Promise<Actor> {
  const user = await tx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.id', 'users.name', 'user_roles.role_id'])
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow();
  return {
    id: user.id,
    name: user.name,
    email,
    sessionId: 0,
    roles: [{ id: user.role_id, name: role }],
    permissions: allPermissions,
    mustChangePassword: false,
  };
}
