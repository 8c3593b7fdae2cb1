import * as z from 'zod';
import { can, canAny, canAnyWith } from '../kernel/access';
import { call, done } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, optionalText, recordStatus, requiredText, version } from '../kernel/fields';
import { listCalls, severalIds, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { positiveQuantity } from '../kernel/quantity';
import { ruleResult } from '../kernel/rule-result-reply';
import { priceMode } from '../sales/sale-state';
import { cashAccounts, cashMovementWrite, cashRow } from './cash-movement';
import { countFields, drawerAmount as amount, drawerCount, hasOneCount, oneCount } from './counted-money';
import { sessionMethods } from './method-counts';
import { tillCashKind } from './till-cash-kind';
import { removedGoods } from './removed-goods';
import { pieces, tillReport } from './till-report';
import { unsentSales } from './unsent-sales';
import { receiptPaper, tillEventKind, tillSessionStatus } from './till-state';
import { notInExpectedCash } from './waiting-expense';

const chosen = (what: string) =>
  z.int(`Choose a ${what}.`).positive(`Choose a ${what}.`).max(Number.MAX_SAFE_INTEGER);

// ── Registers ─────────────────────────────────────────────────────────────────────────────────────────────────

const registerWrite = z.strictObject({
  name: requiredText('Name', 60),
  /** Part of its Z report numbers: Z-T1-00001. Fixed once there is one. */
  code: z
    .string('Code is required.')
    .max(40)
    .overwrite(text => text.trim().toUpperCase())
    .regex(/^[A-Z0-9]{1,6}$/, 'Use one to six letters and digits for the code, such as T1.'),
  paper: receiptPaper.default('80mm'),
  status: recordStatus.default('active'),
});

const registerRow = z.object({
  id,
  name: z.string(),
  code: z.string(),
  paper: receiptPaper,
  status: recordStatus,
  last_z_number: z.int(),
  /** Whether the till is open now. */
  is_open: z.boolean(),
  version,
});

export const registers = {
  ...listCalls('/registers', {
    summary: 'List registers',
    access: can('view_setting'),
    exportAccess: can('view_setting', 'export_data'),
    listing: {
      sort: ['name', 'code', 'id'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: { status: recordStatus },
    },
    row: registerRow,
  }),
  create: call('POST', '/registers', {
    summary: 'Add a register',
    access: can('edit_setting'),
    body: registerWrite,
    reply: registerRow,
  }),
  update: call('PUT', '/registers/{id}', {
    summary: 'Edit or deactivate a register',
    access: can('edit_setting'),
    body: registerWrite.extend({ version: version.optional() }),
    reply: registerRow,
  }),
};

// ── Till sessions ─────────────────────────────────────────────────────────────────────────────────────────────

const sessionRow = z.object({
  id,
  register: z.object({ id, code: z.string(), name: z.string() }),
  status: tillSessionStatus,
  /** Has sales made offline and sent after their session was closed. */
  is_late: z.boolean(),
  business_date: calendarDate,
  opened_by: z.string(),
  opened_at: instant,
  closed_by: z.string().nullable(),
  closed_at: instant.nullable(),
  z_number: z.string().nullable(),
  float: money,
  /** Sales less refunds, including VAT. Null for a blind count. */
  takings: money.nullable(),
  expected: money.nullable(),
  counted: money.nullable(),
  difference: money.nullable(),
  /** A variance above the limit waits for approval by someone else; `none` needs no approval. */
  approval: z.enum(['none', 'waiting', 'approved']),
});

const sessionDetail = sessionRow.extend({
  late_of: z.object({ session_id: id, z_number: z.string().nullable() }).nullable(),
  ...notInExpectedCash,
  /** Its sale exceptions; null for users who do not review them. */
  open_exceptions: z.int().nullable(),
  late_sessions: z.array(z.object({ session_id: id, status: tillSessionStatus })),
  /** The user counting the drawer, while nothing can be sold. */
  counting_by: z.string().nullable(),
  counted_pieces: pieces.nullable(),
  methods: sessionMethods,
  /** How often it was counted. */
  times_counted: z.int(),
  difference_reason: z.string().nullable(),
  /** The next float left in the drawer. */
  left: money.nullable(),
  approved_by: z.string().nullable(),
  /** While the variance waits for approval: the ids of users who may approve it. */
  approvers: z.array(id),
  approved_at: instant.nullable(),
  approval_note: z.string().nullable(),
  /** True while expected cash is hidden from the user. */
  is_blind: z.boolean(),
  version,
  can: z.object({
    sell: ruleResult,
    move_cash: ruleResult,
    start_count: ruleResult,
    count: ruleResult,
    close: ruleResult,
    approve: ruleResult,
  }),
});

const eventRow = z.object({
  id,
  kind: tillEventKind,
  amount: money,
  note: z.string().nullable(),
  recorded_by: z.string(),
  recorded_at: instant,
});

const viewPermissions = ['view_pos', 'open_till', 'close_till', 'approve_variance'] as const;
const viewAccess = canAny(...viewPermissions);
const exportAccess = canAnyWith(viewPermissions, 'export_data');
const sell = can('create_sale');
const count = can('close_till');

export const tills = {
  /** The till's first request: the registers and their state. */
  now: call('GET', '/tills', {
    summary: 'List registers with their open sessions',
    access: viewAccess,
    reply: z.object({
      data: z.array(
        z.object({
          id,
          code: z.string(),
          name: z.string(),
          paper: receiptPaper,
          session: z
            .object({ id, status: tillSessionStatus, opened_by: z.string(), opened_at: instant })
            .nullable(),
          /** An open session for late sales. */
          late_session_id: id.nullable(),
          /** The float the last session left. */
          suggested_float: money,
          unsent: z.array(unsentSales),
        }),
      ),
    }),
  }),
  cashAccounts: call('GET', '/tills/cash-accounts', {
    summary: 'List the accounts cash can be paid in from or paid out for',
    access: can('view_pos'),
    reply: cashAccounts,
  }),
  ...listCalls('/till-sessions', {
    summary: 'List till sessions',
    access: viewAccess,
    exportAccess: exportAccess,
    listing: {
      sort: ['opened_at', 'id'],
      defaultSort: { by: 'opened_at', order: 'desc' },
      filters: {
        status: severalOf(tillSessionStatus),
        register_id: severalIds('registers'),
        approval: z.enum(['waiting', 'approved'], 'Choose To approve or Approved.'),
        from: calendarDate,
        to: calendarDate,
      },
    },
    row: sessionRow,
  }),
  get: call('GET', '/till-sessions/{id}', {
    summary: 'Show a till session',
    access: viewAccess,
    reply: sessionDetail,
  }),
  /** 409 with `current: {session_id, opened_by}` when the register has an open session. */
  open: call('POST', '/till-sessions', {
    summary: 'Open a till with its float',
    access: can('open_till'),
    body: z
      .strictObject({
        register_id: chosen('register'),
        ...countFields,
        /** Required where the float is not what the last session left in the drawer. */
        reason: optionalText('Reason', 300),
      })
      .refine(hasOneCount, oneCount),
    reply: sessionDetail,
  }),
  /** 403 with `current: {needs}` when cash paid out needs approval. */
  move: call('POST', '/till-sessions/{id}/cash', {
    summary: 'Pay cash in or out, or drop it to the safe',
    access: sell,
    body: cashMovementWrite,
    reply: sessionDetail,
  }),
  openDrawer: call('POST', '/till-sessions/{id}/drawer-openings', {
    summary: 'Record a drawer opening without a sale',
    access: sell,
    body: z.strictObject({ reason: requiredText('Reason', 200) }),
    reply: done,
  }),
  lineRemoved: call('POST', '/till-sessions/{id}/removed-lines', {
    summary: 'Record goods removed from a basket, or put back into it',
    access: sell,
    body: removedGoods,
    reply: done,
  }),
  /** 403 with `current: {needs}` when approval is needed. */
  basketVoided: call('POST', '/till-sessions/{id}/voided-baskets', {
    summary: 'Record a basket voided before payment',
    access: sell,
    body: z.strictObject({
      client_id: z.uuid('Send the basket ID.'),
      /** The amount shown by the till. */
      amount,
      /** The contents, so that the server calculates the value. Without them the till's amount is recorded. */
      lines: z
        .array(
          z.strictObject({
            product_id: chosen('product'),
            quantity: positiveQuantity,
            factor: positiveQuantity.optional(),
          }),
        )
        .max(500, 'A basket can have at most 500 lines.')
        .optional(),
      price_mode: priceMode.default('inclusive'),
      customer_id: id.nullish(),
      reason: requiredText('Reason', 200),
      approvals: z.array(z.uuid()).max(50).default([]),
    }),
    reply: done,
  }),
  xReport: call('POST', '/till-sessions/{id}/x-report', {
    summary: 'Create an X report',
    // Each X report is counted and recorded, so viewing permission is not enough.
    access: canAny('create_sale', 'open_till', 'close_till', 'approve_variance'),
    reply: tillReport,
  }),
  startCount: call('POST', '/till-sessions/{id}/counting', {
    summary: 'Start counting the drawer. The till stops selling',
    access: count,
    body: z.strictObject({ version: version.optional() }),
    reply: sessionDetail,
  }),
  cancelCount: call('POST', '/till-sessions/{id}/selling', {
    summary: 'Cancel the count. The till sells again',
    access: count,
    body: z.strictObject({ version: version.optional() }),
    reply: sessionDetail,
  }),
  /** From here on the reply has the expected cash and the variance. */
  count: call('POST', '/till-sessions/{id}/count', {
    summary: 'Save the drawer count',
    access: count,
    body: z.strictObject({ ...drawerCount, version: version.optional() }).refine(hasOneCount, oneCount),
    reply: sessionDetail,
  }),
  /** 409 with `current: {unsent}` while a device has unsent sales of the session, unless accepted. */
  close: call('POST', '/till-sessions/{id}/close', {
    summary: 'Close a till. Creates its Z report, posts the variance and empties the drawer',
    access: count,
    body: z.strictObject({
      /** Required for a variance above the limit. */
      reason: optionalText('Reason', 300),
      /** The next float left in the drawer; zero by default. */
      left: amount.optional(),
      accepts_unsent: z.boolean().optional(),
      version: version.optional(),
    }),
    reply: sessionDetail,
  }),
  zReport: call('GET', '/till-sessions/{id}/z-report', {
    summary: 'Show the Z report',
    access: viewAccess,
    reply: tillReport,
  }),
  print: call('GET', '/till-sessions/{id}/print', {
    summary: 'Download the Z report of a closed session or the X report of an open one as a PDF',
    access: viewAccess,
    reply: z.unknown(),
    replyKind: 'file',
    perMinute: 20,
  }),
  approve: call('POST', '/till-sessions/{id}/approve', {
    summary: 'Approve the variance of a closed till',
    access: can('approve_variance'),
    body: z.strictObject({ note: optionalText('Note', 300) }),
    reply: sessionDetail,
  }),
};

export const tillCash = listCalls('/till-sessions/{id}/cash', {
  summary: 'List the cash movements of a till session',
  access: viewAccess,
  exportAccess: exportAccess,
  listing: {
    sort: ['id', 'amount'],
    defaultSort: { by: 'id', order: 'asc' },
    filters: { kind: severalOf(tillCashKind) },
  },
  row: cashRow,
});

export const tillEvents = listCalls('/till-sessions/{id}/events', {
  summary: 'List the events of a till session',
  access: viewAccess,
  exportAccess: exportAccess,
  listing: {
    sort: ['id'],
    defaultSort: { by: 'id', order: 'asc' },
    filters: { kind: severalOf(tillEventKind) },
  },
  row: eventRow,
});

export type RegisterRow = z.output<typeof registerRow>;
export type RegisterWrite = z.output<typeof registerWrite>;
export type TillNow = z.output<(typeof tills.now)['reply']>['data'][number];
export type TillSessionRow = z.output<typeof sessionRow>;
export type TillSessionDetail = z.output<typeof sessionDetail>;
export type TillCashRow = z.output<typeof cashRow>;
export type TillEventRow = z.output<typeof eventRow>;
