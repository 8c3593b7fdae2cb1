import { addDays, londonDate } from '#domain/kernel/dates';
import type { RecordKind } from './round-trip';
import type { World } from './world';

const master = (path: string): RecordKind => ({
  create: path,
  edit: `${path}/{id}`,
  detail: path,
  list: path,
  export: `${path}/export`,
});

/** Every kind of record with its own page or row, by the path that creates it. */
export const records: Readonly<Record<string, (world: World) => RecordKind>> = {
  '/categories': () => master('/categories'),
  '/brands': () => master('/brands'),
  '/units': () => master('/units'),
  '/expense-categories': () => master('/expense-categories'),
  '/sub-categories': ({ categories }) => ({
    ...master('/sub-categories'),
    given: { category_id: categories },
  }),
  '/suppliers': () => ({ ...master('/suppliers'), detail: '/suppliers/{id}' }),
  '/customers': ({ priceGroups }) => ({
    ...master('/customers'),
    detail: '/customers/{id}',
    notCleared: ['delivery_address', 'billing_address'],
    notEdited: { consent: 'once asked for it is given or withdrawn' },
    given: {
      kind: ['company', 'company'],
      price_group_id: priceGroups,
      vat_number: ['GB980780684', 'GB220430231'],
      tags: [['Trade'], ['Retail']],
      country: ['FR', 'US'],
      delivery_country: ['DE', 'NO'],
    },
  }),
  '/products': ({ categories, subCategories, brands, units }) => ({
    ...master('/products'),
    detail: '/products/{id}',
    given: {
      category_id: categories,
      sub_category_id: subCategories,
      brand_id: brands,
      unit_id: units,
      buying_unit_id: [units[1], units[0]],
      barcodes: [[{ code: '5012345678900', factor: '1' }], [{ code: '96385074', factor: '6' }]],
    },
    together: { category_id: { sub_category_id: subCategories[1] } },
    notEdited: { sub_category_id: 'belongs to the category, with which it is edited' },
  }),
  '/price-groups': () => master('/price-groups'),
  '/registers': () => master('/registers'),
  '/users': ({ roles }) => ({
    ...master('/users'),
    detail: '/users/{id}',
    idAt: 'user.id',
    given: { role_ids: [[roles[0]], [roles[1]]] },
  }),
  '/roles': () => ({
    create: '/roles',
    edit: '/roles/{id}',
    detail: '/roles',
    given: { permissions: [['view_master'], ['view_supplier', 'view_master']] },
    notInRefusal: { discount_limit: 'in hundredths of a percent' },
  }),
  '/employees': ({ employees, users }) => ({
    ...master('/employees'),
    detail: '/employees/{id}',
    leftOut: { left_on: 'only of an employee who left' },
    given: { manager_id: employees, user_id: users, started_on: ['2025-02-03', '2025-03-04'] },
  }),
  '/promotions': ({ products }) => ({
    ...master('/promotions'),
    detail: '/promotions/{id}',
    given: {
      kind: ['percentage', 'percentage'],
      percent_off: ['12.50', '17.50'],
      price: [null, null],
      buy_units: [null, null],
      get_units: [null, null],
      applies_to: ['products', 'products'],
      product_ids: [[products[0]], [products[1]]],
      category_ids: [[], []],
      price_includes_vat: [true, true],
      groups: [[], []],
      starts_on: ['2027-01-02', '2027-01-03'],
      ends_on: ['2027-02-02', '2027-02-03'],
    },
  }),
  '/purchases': ({ suppliers, products }) => ({
    ...master('/purchases'),
    detail: '/purchases/{id}',
    leftOut: { revision_reason: 'asked for once the order was sent' },
    given: {
      supplier_id: suppliers,
      order_date: ['2026-10-01', '2026-10-02'],
      expected_delivery_date: ['2027-01-05', '2027-01-06'],
      lines: [
        [line(products[0], '3', 'First words')],
        [line(products[1], '4', 'Other words'), line(products[0], '5', 'More words')],
      ],
    },
  }),
  '/expenses': ({ suppliers, expenseCategories }) => ({
    ...master('/expenses'),
    detail: '/expenses/{id}',
    leftOut: { submit: 'an act that comes with saving, not a fact' },
    given: {
      expense_date: ['2026-10-01', '2026-10-02'],
      supplier_id: suppliers,
      vat_number: ['GB980780684', 'GB220430231'],
      settlement: ['to_pay', 'to_pay'],
      payment_method: [null, null],
      session_id: [null, null],
      due_on: ['2026-12-01', '2026-12-02'],
      lines: [[cost(expenseCategories[0], '24.00', '4.00')], [cost(expenseCategories[1], '36.00', '6.00')]],
    },
  }),
  '/saved-reports': () => ({
    create: '/saved-reports',
    edit: '/saved-reports/{id}',
    detail: '/saved-reports',
    list: '/saved-reports',
    given: {
      report: ['sales-summary', 'sales-summary'],
      params: [{ group: 'cashier' }, { group: 'category' }],
    },
  }),
  '/list-views': () => ({
    create: '/list-views',
    edit: '/list-views/{id}',
    detail: '/list-views?list=/suppliers',
    given: {
      list: ['/suppliers', '/suppliers'],
      params: [{ status: 'active' }, { status: 'inactive' }],
    },
  }),
  '/emails/templates': () => ({
    create: '/emails/templates',
    edit: '/emails/templates/{id}',
    detail: '/emails/templates',
    notCleared: ['subject'],
  }),
  '/notes': ({ suppliers }) => ({
    create: '/notes',
    edit: '/notes/{id}',
    detail: `/notes?record_type=supplier&record_id=${suppliers[0]}`,
    given: { record_type: ['supplier', 'supplier'], record_id: [suppliers[0], suppliers[0]] },
  }),
  '/accounts': () => ({
    create: '/accounts',
    edit: '/accounts/{code}',
    detail: '/accounts',
    idAt: 'code',
    given: { code: ['1850', '1851'], kind: ['asset', 'asset'] },
  }),
  '/time-entries': ({ employees }) => ({
    ...master('/time-entries'),
    kept: ['reason'],
    given: {
      employee_id: employees,
      clocked_in_at: ['2026-11-02T09:00:00.000Z', '2026-11-02T09:30:00.000Z'],
      clocked_out_at: ['2026-11-02T17:00:00.000Z', '2026-11-02T17:30:00.000Z'],
    },
  }),
  '/stock/counts': () => ({
    ...master('/stock/counts'),
    detail: '/stock/counts/{id}',
    leftOut: {
      category_id: 'for another scope',
      sub_category_id: 'for another scope',
      product_ids: 'for another scope',
    },
    given: {
      scope: ['all', 'all'],
      business_date: ['2026-11-01', '2026-11-02'],
    },
  }),
  '/quotes': ({ customers, products }) => ({
    create: '/quotes',
    leftOut: { discount_percent: 'the basket has an amount off' },
    shownAs: { discount_amount: 'cart_discount' },
    notShown: {
      approvals: 'spent on what was typed',
      client_id: 'tells a repeated request, and is answered nowhere',
      expected_total: 'what the sender saw, compared with the total',
    },
    detail: '/quotes/{id}',
    list: '/quotes',
    export: '/quotes/export',
    given: {
      customer_id: customers,
      price_mode: ['inclusive', 'inclusive'],
      delivery_country: ['GB', 'GB'],
      lines: [
        [
          {
            product_id: products[0],
            quantity: '2',
            unit_price: '3.00',
            price_reason: 'Agreed',
            note: 'In red',
          },
        ],
        [],
      ],
      discount_amount: ['0.50', '0.50'],
      discount_reason: ['Regular', 'Regular'],
      expected_total: ['5.50', '5.50'],
      approvals: [[], []],
      valid_until: [addDays(londonDate(new Date()), 14), addDays(londonDate(new Date()), 15)],
    },
  }),
  '/stock/adjustments': ({ products }) => ({
    create: '/stock/adjustments',
    kept: ['date_reason'],
    notShown: {
      approvals: 'used above a limit, and kept with the approvals',
      client_id: 'what an approval is given for, and is answered nowhere',
    },
    detail: '/stock/adjustments/{id}',
    list: '/stock/adjustments',
    export: '/stock/adjustments/export',
    given: {
      business_date: ['2026-11-01', '2026-11-01'],
      reason: ['found', 'found'],
      lines: [[{ product_id: products[0], quantity: '4', value: '10.00' }], []],
      approvals: [[], []],
    },
  }),
  '/journals': () => ({
    create: '/journals',
    kept: ['date_reason'],
    detail: '/journals/{id}',
    list: '/journals',
    export: '/journals/export',
    given: {
      business_date: ['2026-11-01', '2026-11-01'],
      lines: [
        [
          { account: '1010', debit: '12.00', credit: '0.00', description: 'One side' },
          { account: '1020', debit: '0.00', credit: '12.00', description: 'Other side' },
        ],
        [],
      ],
    },
  }),
  '/payments': ({ suppliers }) => ({
    create: '/payments',
    kept: ['date_reason'],
    leftOut: { confirm_excess: 'a yes to a question, not a fact' },
    detail: '/payments/{id}',
    given: {
      supplier_id: suppliers,
      payment_date: ['2026-11-01', '2026-11-01'],
      allocations: [[], []],
      settles: ['oldest', 'oldest'],
      bills: [[], []],
    },
    notShown: {
      settles: 'says what is settled, which the ledger shows',
      bills: 'settles bills, which the ledger shows',
    },
  }),
  '/wallet/customer/{id}/receipts': ({ customers }) => ({
    create: '/wallet/customer/{id}/receipts',
    detail: '/customer-payments/{own}',
    at: { id: customers[0] },
    kept: ['date_reason'],
    notShown: {
      top_up: 'says what is settled, which the ledger shows',
      allocations: 'settles items, which the ledger shows',
    },
    given: {
      payment_method: ['bank_transfer', 'bank_transfer'],
      session_id: [null, null],
      business_date: ['2026-11-01', '2026-11-01'],
      allocations: [[], []],
    },
  }),
  '/emails/drafts': () => ({
    create: '/emails/drafts',
    edit: '/emails/drafts/{id}',
    detail: '/emails/drafts/{id}',
    shownAs: { to: 'to_addresses.0' },
    notCleared: ['subject', 'body'],
    given: {
      kind: ['new', 'new'],
      answers_id: [null, null],
      to: ['draft@example.test', 'draft@example.test'],
    },
  }),
};

const line = (product_id: number, quantity: string, description: string) => ({
  product_id,
  description,
  supplier_code: `Code ${quantity}`,
  unit: 'Box',
  factor: '2',
  quantity,
  unit_price: '1.234567',
  vat_code: 'R',
});

const cost = (category_id: number, gross: string, vat: string) => ({
  category_id,
  description: `What cost ${gross}`,
  gross,
  vat_code: 'S',
  vat,
  vat_recoverable: true,
});
