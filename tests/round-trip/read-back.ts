import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { shows, valueAt } from './compare';
import { contractFields, type SentValue, sentValues } from './contract-fields';
import type { Json } from './distinct-values';
import {
  type Example,
  type MoneyDocument,
  pathOf,
  type Place,
  placesOf,
  reasonFor,
  type Route,
} from './money-document';
import { listSize } from './round-trip';
import { textOf } from './rows-of-contract';
import type { TestApp } from '../support/test-app';

/** Sends one example, and names every value that is not found where its row says. */
export class ReadBack {
  private readonly shop: TestApp;
  private readonly token: string;
  private readonly route: Route;
  private readonly document: MoneyDocument;

  constructor(shop: TestApp, token: string, route: Route, document: MoneyDocument) {
    this.shop = shop;
    this.token = token;
    this.route = route;
    this.document = document;
  }

  async problemsOf(example: Example): Promise<string[]> {
    const before = await this.newest();
    const { method, path, body } = this.route;
    const reply = await this.ask(method, fill(path, example.params), example.body);
    const readings: Record<string, unknown> = { ...(await this.added(before)), reply };
    for (const [name, address] of Object.entries(this.document.readings))
      readings[name] = await this.read(fill(address, example.params, reply));
    const names = new Set(contractFields(body).map(field => field.name));
    const sent = sentValues(example.body, names);
    const rowOf = (name: string) => example.rows?.[name] ?? this.document.rows[name];
    return [
      ...sent.flatMap(value =>
        placesOf(rowOf(value.name))
          .filter(place => !isShown(readings, place, value))
          .map(place => lost(readings, place, value)),
      ),
      ...sent.flatMap(value => this.unnamed(readings, rowOf(value.name), value)),
    ];
  }

  /** Readings that show a field under its own name without its row saying so. */
  private unnamed(
    readings: Readonly<Record<string, unknown>>,
    row: MoneyDocument['rows'][string] | undefined,
    { name }: SentValue,
  ): string[] {
    if (name.includes('.') || reasonFor(row)) return [];
    const named = placesOf(row).map(place => pathOf(place).split('.')[0]);
    return Object.keys(this.document.readings)
      .filter(reading => !named.includes(reading) && !Array.isArray(readings[reading]))
      .filter(reading => valueAt(readings[reading], name) !== undefined)
      .map(reading => `${name}: ${reading} shows it too, which its row does not say`);
  }

  private async newest(): Promise<{ audit: number; journal: number }> {
    const [audit, journal] = await Promise.all([
      this.shop.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
      this.shop.db.selectFrom('journals').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    ]);
    return { audit: audit?.id ?? 0, journal: journal?.id ?? 0 };
  }

  /** The entries of the audit log and the journals that the request added. */
  private async added(before: { audit: number; journal: number }) {
    const audit = await this.shop.db
      .selectFrom('audit_log')
      .select(['action', 'record_type', 'record_id', 'record_name', 'before', 'after'])
      .where('id', '>', before.audit)
      .orderBy('id')
      .execute();
    const posted = await this.shop.db
      .selectFrom('journals')
      .select('id')
      .where('id', '>', before.journal)
      .orderBy('id')
      .execute();
    const ids = posted.map(({ id }) => id);
    const { rows: vat } = await sql`
      select * from vat_entries where journal_id = any(${ids}::bigint[]) order by id`.execute(this.shop.db);
    return { audit, vat, journals: await Promise.all(ids.map(id => this.read(`/journals/${id}`))) };
  }

  /** `table:supplier_credit_lines?supplier_credit_id=7` */
  private async stored(address: string): Promise<unknown> {
    const [, table = '', column = '', value = ''] = /^table:(\w+)\?(\w+)=(.+)$/.exec(address) ?? [];
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(stored) as row from ${sql.table(table)} stored where ${sql.ref(`stored.${column}`)}::text = ${value}
      order by to_jsonb(stored) -> 'line_number', to_jsonb(stored) -> 'id'`.execute(this.shop.db);
    return rows.map(({ row }) => row);
  }

  private async read(address: string): Promise<unknown> {
    if (address.startsWith('table:')) return this.stored(address);
    const [path = '', row] = address.split('#');
    const response = await this.shop.app.inject({
      method: 'GET',
      url: `/api${path}${row === undefined || path.includes('?') ? '' : listSize(path)}`,
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (response.statusCode !== 200) throw new Error(`GET ${path}: ${response.body}`);
    if (row === undefined) return response.json();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const rows: unknown[] = isJson
      ? (valueAt(response.json(), 'data') as unknown[])
      : parse(response.body, { bom: true, relaxColumnCount: true });
    const found = rows.find(one => (Array.isArray(one) ? one.includes(row) : idOf(one) === row));
    if (!found) throw new Error(`GET ${path} has no row ${row}`);
    return found;
  }

  private async ask(method: Route['method'], path: string, body: object): Promise<unknown> {
    const response = await this.shop.app.inject({
      method,
      url: `/api${path}`,
      payload: body,
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (response.statusCode >= 300)
      throw new Error(`${method} ${path} of ${JSON.stringify(body)}: ${response.body}`);
    return response.json();
  }
}

const idOf = (row: unknown): string => String(valueAt(row, 'id') ?? valueAt(row, 'journal_id'));

const fill = (address: string, params: Example['params'] = {}, reply?: unknown): string =>
  address.replaceAll(/\{([\w.]+)\}/g, (whole, name: string) => {
    const value = params[name] ?? (name.startsWith('reply.') ? valueAt(reply, name.slice(6)) : undefined);
    if (typeof value !== 'number' && typeof value !== 'string')
      throw new Error(`${whole} of ${address} is unknown`);
    return String(value);
  });

function shownAt(readings: Readonly<Record<string, unknown>>, place: Place, { indexes }: SentValue): unknown {
  let line = 0;
  return valueAt(
    readings,
    pathOf(place).replaceAll('*', () => String(indexes[line++])),
  );
}

function isShown(readings: Readonly<Record<string, unknown>>, place: Place, sent: SentValue): boolean {
  const value = typeof place === 'string' ? sent.value : place.is;
  const shown = shownAt(readings, place, sent);
  const stored = pathOf(place).endsWith('_pence') ? String(Math.round(Number(value) * 100)) : value;
  return [shown, ...flat(shown)].some(one => isSame(one, stored));
}

const lost = (readings: Readonly<Record<string, unknown>>, place: Place, sent: SentValue): string =>
  `${sent.name}: sent ${JSON.stringify(sent.value)}, ${pathOf(place)} is ${JSON.stringify(shownAt(readings, place, sent))?.slice(0, 300)}`;

const flat = (value: unknown): unknown[] => (Array.isArray(value) ? value.flatMap(flat) : [value]);

/** A narrative or a cell may contain a text beside others. */
function isSame(shown: unknown, value: Json): boolean {
  if (shows(shown, value)) return true;
  if (typeof value !== 'string') return false;
  if (typeof shown === 'string' && value.length > 4 && shown.includes(value)) return true;
  return shown !== undefined && shown !== null && textOf(shown as Json) === textOf(value);
}
