import { sql } from 'kysely';
import type { Firm } from './plain/firm';
import { totalOf } from './plain/ordered';
import type { ReplayedFirm } from './replayed-firm';

type Stored = {
  readonly last_journal: number;
  readonly last_vat: number;
  readonly posted: readonly { readonly at: string; readonly amount: number }[] | null;
  readonly vat: readonly { readonly at: string; readonly net: number; readonly vat: number }[] | null;
  readonly pools: readonly {
    readonly id: number;
    readonly quantity: number;
    readonly value: number;
    readonly cost: number | null;
  }[];
  readonly open:
    | readonly { readonly type: string; readonly id: number; readonly side: string; readonly open: number }[]
    | null;
  readonly orders:
    | readonly { readonly id: number; readonly total: number; readonly owed: number; readonly paid: number }[]
    | null;
  readonly balances:
    | readonly {
        readonly supplier: number | null;
        readonly customer: number | null;
        readonly balance: number;
      }[]
    | null;
};

/** No cost is known, which is not the same as a cost of nothing (rule I7). */
const unknownCost = -1n;

/** Compares what one step did, and the resulting stock and parties, reading the database once. */
export class StepComparison {
  private lastJournal = 0;
  private lastVat = 0;

  private readonly firm: Firm;
  private readonly replayed: ReplayedFirm;

  private constructor(firm: Firm, replayed: ReplayedFirm) {
    this.firm = firm;
    this.replayed = replayed;
  }

  /** Starts after the initial data. */
  static async begin(firm: Firm, replayed: ReplayedFirm): Promise<StepComparison> {
    const comparison = new StepComparison(firm, replayed);
    await comparison.read();
    return comparison;
  }

  private async read(): Promise<Stored> {
    const { rows } = await sql<{ state: Stored }>`select jsonb_build_object(
      'last_journal', (select coalesce(max(id), 0) from journals),
      'last_vat', (select coalesce(max(id), 0) from vat_entries),
      'posted', (select jsonb_agg(moved) from (
        select business_date || ' ' || account_code as at, sum(debit_pence - credit_pence) as amount
        from journal_lines where journal_id > ${this.lastJournal} group by 1) as moved),
      'vat', (select jsonb_agg(moved) from (
        select direction || ' ' || tax_point || ' ' || vat_code as at, sum(net_pence) as net, sum(vat_pence) as vat
        from vat_entries where id > ${this.lastVat} group by 1) as moved),
      'pools', (select jsonb_agg(jsonb_build_object('id', product_id, 'quantity', (quantity * 1000)::bigint, 'value', value_pence,
        'cost', (last_unit_cost * 1000000)::bigint)) from stock_pools),
      'open', (select jsonb_agg(item) from (
        select document_type as type, document_id as id, side, sum(amount_pence - allocated_pence) as open
        from party_items where allocated_pence <> amount_pence group by 1, 2, 3) as item),
      'orders', (select jsonb_agg(jsonb_build_object('id', id, 'total', total_pence, 'owed', owed_pence - credited_pence,
        'paid', (select coalesce(sum(a.amount_pence), 0) from payment_allocations a join payments p on p.id = a.payment_id
          where a.purchase_order_id = o.id and p.status = 'completed'))) from purchase_orders o where status <> 'cancelled'),
      'balances', (select jsonb_agg(jsonb_build_object('supplier', supplier_id, 'customer', customer_id, 'balance', balance_pence))
        from party_balances)) as state`.execute(this.replayed.app.db);
    const state = rows[0]?.state as Stored;
    this.lastJournal = state.last_journal;
    this.lastVat = state.last_vat;
    return state;
  }

  /** The differences between product and model, in words. */
  async differences(): Promise<string[]> {
    const state = await this.read();
    const { world } = this.firm;
    const { products, suppliers, customers } = this.replayed.desk;
    const vat = new Map<string, bigint>();
    for (const { direction, taxPoint, code, net, vat: tax } of world.ledger.vat.slice(
      world.ledger.freshVat,
    )) {
      add(vat, `${direction} ${taxPoint} ${code} net`, net);
      add(vat, `${direction} ${taxPoint} ${code} VAT`, tax);
    }
    const open = new Map<string, bigint>();
    for (const item of world.parties.items) add(open, `${item.side} ${item.document}`, item.open);
    return [
      ...unequal(
        'posted',
        world.ledger.fresh,
        read(state.posted, ({ at, amount }) => [[at, amount]]),
      ),
      ...unequal(
        'VAT record',
        vat,
        read(state.vat, row => [
          [`${row.at} net`, row.net],
          [`${row.at} VAT`, row.vat],
        ]),
      ),
      ...unequal(
        'stock',
        new Map(
          world.pools.flatMap((pool, place) => [
            [`quantity of product ${place}`, pool.quantity] as const,
            [`value of product ${place}`, pool.value] as const,
            [`last known cost of product ${place}`, pool.lastKnownCost ?? unknownCost] as const,
          ]),
        ),
        read(state.pools, row => [
          [`quantity of product ${products.indexOf(row.id)}`, row.quantity],
          [`value of product ${products.indexOf(row.id)}`, row.value],
          [`last known cost of product ${products.indexOf(row.id)}`, row.cost ?? Number(unknownCost)],
        ]),
      ),
      ...unequal(
        'open of',
        open,
        read(state.open, row => [[`${row.side} ${this.replayed.desk.nameOf(row.type, row.id)}`, row.open]]),
      ),
      ...unequal(
        'order',
        new Map(
          [...this.firm.purchasing.orders].flatMap(([n, order]) =>
            order.isCancelled
              ? []
              : [
                  [`${n}: total`, totalOf(order)] as const,
                  [`${n}: outstanding`, this.firm.purchasing.outstanding(n)] as const,
                ],
          ),
        ),
        read(state.orders, ({ id, total, owed, paid }) => {
          const n = this.replayed.desk.nameOf('purchase_order', id).replace('order ', '');
          return [
            [`${n}: total`, total],
            [`${n}: outstanding`, owed - paid],
          ];
        }),
      ),
      ...unequal(
        'balance of',
        new Map(
          [...new Set(world.parties.items.map(({ party }) => party))].map(party => [
            party,
            world.parties.balance(party),
          ]),
        ),
        read(state.balances, row => [
          [
            row.supplier === null
              ? `customer ${customers.indexOf(row.customer ?? 0)}`
              : `supplier ${suppliers.indexOf(row.supplier)}`,
            row.balance,
          ],
        ]),
      ),
    ];
  }
}

function add(map: Map<string, bigint>, key: string, amount: bigint): void {
  map.set(key, (map.get(key) ?? 0n) + amount);
}

const read = <Row>(rows: readonly Row[] | null, entries: (row: Row) => [string, number][]) =>
  new Map((rows ?? []).flatMap(entries).map(([key, amount]) => [key, BigInt(amount)]));

/** Compares two sets of figures; a missing one counts as zero. */
export function unequal(
  what: string,
  model: ReadonlyMap<string, bigint>,
  product: ReadonlyMap<string, bigint>,
): string[] {
  return [...new Set([...model.keys(), ...product.keys()])].flatMap(key => {
    const [right, stated] = [model.get(key) ?? 0n, product.get(key) ?? 0n];
    return right === stated ? [] : [`${what} ${key}: the rules say ${right}, the product ${stated}`];
  });
}
