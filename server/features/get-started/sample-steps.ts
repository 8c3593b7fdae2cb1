import { sql } from 'kysely';
import { customerWrite } from '#domain/customers/customer.contract';
import { poundsFromPence, toPence } from '#domain/kernel/money';
import { passesRecordRule } from '#domain/kernel/record-rules';
import { checkDigit } from '#domain/products/barcode';
import { productWrite } from '#domain/products/product.contract';
import type { WriteContext } from '../../platform/http/context';
import { createCustomer } from '../customers';
import { createMaster, type MasterKind, masterKinds } from '../masters';
import { createProduct } from '../products';
import { createSupplier, saveSupplierTerms } from '../suppliers';
import { buyingSteps } from './sample-buying';
import {
  sampleCategories,
  sampleCustomers,
  type SampleProduct,
  sampleProducts,
  type SampleSupplier,
  sampleSuppliers,
} from './sample-records';
import { sellingSteps } from './sample-selling';
import { make, type SampleStep } from './sample-step';

const creditLimit = toPence(50_000);

/** Everything that is added. The number of those done is stored, so what is written to the books comes in this order. */
export const sampleSteps: readonly SampleStep[] = [
  master(masterKinds.units, 'Each'),
  ...sampleCategories.map(name => master(masterKinds.categories, name)),
  master(masterKinds.expenseCategories, 'Postage'),
  ...sampleProducts.map((product, at) =>
    make(null, `product ${at}`, (ctx, idOf) => addProduct(ctx, idOf, product, at)),
  ),
  ...sampleSuppliers.map((supplier, at) => make(null, `supplier ${at}`, ctx => addSupplier(ctx, supplier))),
  ...sampleCustomers.map(({ name, kind }, at) =>
    make(null, `customer ${at}`, ctx =>
      createCustomer(ctx, {
        ...customerWrite.parse({ name, kind }),
        // A user who may not give credit adds a company that pays at once.
        credit_limit:
          kind === 'company' && passesRecordRule('customerCredit', ctx.actor) ? creditLimit : null,
      }),
    ),
  ),
  ...[...buyingSteps, ...sellingSteps].toSorted((one, other) => other.daysAgo - one.daysAgo),
];

/** A unit or category of this name: the one that the business has already, or a new one. */
function master(kind: MasterKind, name: string): SampleStep {
  return make(null, name, async ctx => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(kind.table)} where lower(name) = lower(${name})`.execute(ctx.tx);
    return rows[0] ?? createMaster(ctx, kind, { name, status: 'active' });
  });
}

async function addSupplier(ctx: WriteContext, { name, email, vatNumber }: SampleSupplier) {
  const { id } = await createSupplier(ctx, {
    name,
    email,
    phone: null,
    contact_person: null,
    address: null,
    status: 'active',
  });
  return saveSupplierTerms(ctx, id, { payment_terms_days: 30, vat_number: vatNumber });
}

function addProduct(
  ctx: WriteContext,
  idOf: (name: string) => number,
  { name, category, vat, price }: SampleProduct,
  at: number,
) {
  const code = `5099${20_000_000 + at * 41}`;
  const body = productWrite.parse({
    sku: `SAMPLE-${String(at + 1).padStart(2, '0')}`,
    name,
    category_id: idOf(category),
    unit_id: idOf('Each'),
    vat_code: vat,
    price: poundsFromPence(toPence(price)),
    barcodes: [{ code: `${code}${checkDigit(code)}` }],
  });
  return createProduct(ctx, body);
}
