import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type * as z from 'zod';
import type { AnyCall } from '#domain/kernel/call';
import { everyRoute } from '../support/every-route';
import type { TestApp } from '../support/test-app';
import { shownValue, shows, valueAt } from './compare';
import { type Body, DistinctValues, fieldsOf, type Json, takesNull } from './distinct-values';

/** One kind of record: how it is written, and where it is shown. Ids in paths are in braces. */
export type RecordKind = {
  /** `POST` path that creates it; omitted for what is only edited, such as settings. */
  readonly create?: string;
  /** `PUT` path that edits it, if there is one. */
  readonly edit?: string;
  /** `GET` path that shows all of it. In a list, the record is found by its id. */
  readonly detail: string;
  readonly list?: string;
  readonly export?: string;
  readonly exportQuery?: string;
  /** The path to the id in the reply to the creation; `id` by default. */
  readonly idAt?: string;
  /** Ids of the path other than the record's. */
  readonly at?: Readonly<Record<string, number>>;
  /**
   * Values that cannot be generated: ids of other records, or values that depend on another field. The second is for
   * the edit.
   */
  readonly given?: Readonly<Record<string, readonly [first: Json, second: Json]>>;
  /** Where in the detail the record is, when it is not all of it. */
  readonly within?: string;
  /** Dotted paths of fields that the detail shows under another name. */
  readonly shownAs?: Readonly<Record<string, string>>;
  /** Fields kept in the journal and audit log instead of the record, such as a reason. */
  readonly kept?: readonly string[];
  /** Fields shown in no reply, each with the reason. */
  readonly notShown?: Readonly<Record<string, string>>;
  /** Fields that the refusal of an old edit shows differently from the detail, each with the reason. */
  readonly notInRefusal?: Readonly<Record<string, string>>;
  /** Fields that the list shows differently from the detail, each with the reason. */
  readonly notInList?: Readonly<Record<string, string>>;
  readonly notExported?: Readonly<Record<string, string>>;
  /** Fields that are stored as an empty text when blank, or are required by something else. */
  readonly notCleared?: readonly string[];
  /** Fields that change only together with others: the others' new values. */
  readonly together?: Readonly<Record<string, Body>>;
  /** Fields that are not sent, each with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** Fields that keep their value from creation, each with the reason. */
  readonly notEdited?: Readonly<Record<string, string>>;
};

const calls: ReadonlyMap<string, AnyCall> = new Map(
  everyRoute.map(({ call }) => [`${call.method} ${call.path}`, call]),
);

export function callOf(method: string, path: string): AnyCall {
  const found = calls.get(`${method} ${path}`);
  if (!found) throw new Error(`There is no route ${method} ${path}`);
  return found;
}

/** Sends every field of every write of one kind of record, and reads each back wherever it is shown. */
export class RoundTrip {
  private readonly values = new DistinctValues();
  private readonly shop: TestApp;
  private readonly token: string;
  private readonly kind: RecordKind;

  constructor(shop: TestApp, token: string, kind: RecordKind) {
    this.shop = shop;
    this.token = token;
    this.kind = kind;
  }

  async run(): Promise<void> {
    const id = this.kind.create ? await this.created(this.kind.create) : 0;
    if (this.kind.edit) await this.edited(this.kind.edit, id);
  }

  private async created(path: string): Promise<number> {
    const body = this.bodyOf(callOf('POST', path).body, 0);
    const reply = (await this.ask('POST', path, 0, body)) as Record<string, unknown>;
    const id = Number(valueAt(reply, this.kind.idAt ?? 'id'));
    expectNone(Number.isInteger(id) ? [] : [id], `POST ${path} answers no id`);
    await this.expectShown(id, stored(callOf('POST', path).body, body), `POST ${path}`);
    await this.expectExported(id, stored(callOf('POST', path).body, body), `POST ${path}`);
    return id;
  }

  /** Edits one field at a time: it is as sent, and all others are unchanged. */
  private async edited(path: string, id: number): Promise<void> {
    const schema = callOf('PUT', path).body;
    let body = this.bodyOf(schema, 0);
    await this.ask('PUT', path, id, body);
    await this.expectShown(id, stored(schema, body), `PUT ${path}`);
    await this.expectExported(id, stored(schema, body), `PUT ${path}`);
    await this.expectRefused(path, id, body);
    for (const [field, fieldSchema] of this.sendable(schema)) {
      if (this.kind.notEdited?.[field] !== undefined) continue;
      for (const value of this.newValues(field, fieldSchema, body[field])) {
        body = { ...body, [field]: value, ...this.kind.together?.[field] };
        await this.ask('PUT', path, id, body);
        await this.expectShown(id, stored(schema, body), `PUT ${path} with another ${field}`);
      }
    }
  }

  /** An edit of another version is refused with the record as it is now, from which a form merges both edits. */
  private async expectRefused(path: string, id: number, body: Body): Promise<void> {
    const schema = callOf('PUT', path).body;
    if (!fieldsOf(schema).some(([field]) => field === 'version')) return;
    const response = await this.send('PUT', path, id, { ...body, version: 999_999 });
    const { current } = response.json<{ current?: unknown }>();
    const record = (this.kind.within && valueAt(current, this.kind.within)) ?? current;
    const missing = Object.entries(stored(schema, body))
      .filter(([field]) => this.kind.notInRefusal?.[field] === undefined)
      .filter(([field]) => this.kind.notShown?.[field] === undefined && !this.kind.kept?.includes(field))
      .filter(([field, value]) => !shows(shownValue(record, field), value))
      .map(([field]) => field);
    expectNone(
      [...(response.statusCode === 409 ? [] : [response.statusCode]), ...missing],
      `PUT ${path} of another version: what its refusal does not show of the record`,
    );
  }

  private newValues(field: string, schema: z.ZodType, current: Json | undefined): Json[] {
    const fixed = this.kind.given?.[field];
    if (fixed) return [fixed[1]];
    const next = this.values.next(schema, current);
    return takesNull(schema) && !this.kind.notCleared?.includes(field) ? [null, next] : [next];
  }

  private bodyOf(schema: z.ZodType, which: 0 | 1): Body {
    return Object.fromEntries(
      this.sendable(schema).map(([field, fieldSchema]): [string, Json] => [
        field,
        this.kind.given?.[field]?.[which] ??
          (field in (this.kind.given ?? {}) ? null : this.values.next(fieldSchema)),
      ]),
    );
  }

  /** The version identifies the edited state, and is not part of the record. */
  private sendable(schema: z.ZodType): [string, z.ZodType][] {
    return fieldsOf(schema).filter(([field]) => field !== 'version' && !this.kind.leftOut?.[field]);
  }

  private async expectShown(id: number, sent: Body, after: string): Promise<void> {
    const shownRecord = await this.find(this.kind.detail, id);
    const record = this.kind.within ? valueAt(shownRecord, this.kind.within) : shownRecord;
    const missing = Object.entries(sent)
      .filter(([field]) => this.kind.notShown?.[field] === undefined && !this.kind.kept?.includes(field))
      .map(([field, value]) => {
        const path = this.kind.shownAs?.[field];
        const shown = path === undefined ? shownValue(record, field) : valueAt(record, path);
        return shows(shown, value)
          ? null
          : `${field}: sent ${JSON.stringify(value)}, shown ${JSON.stringify(shown)}`;
      })
      .filter(line => line !== null);
    expectNone(missing, `${after}, as GET ${this.kind.detail} shows it`);
    await this.expectListed(id, sent, after);
    await this.expectKept(sent, after);
  }

  private async expectKept(sent: Body, after: string): Promise<void> {
    const kept = (this.kind.kept ?? []).map(field => sent[field]).filter(value => typeof value === 'string');
    if (kept.length === 0) return;
    const journals = await this.shop.db
      .selectFrom('journals')
      .select('reason')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    const log = JSON.stringify([await this.shop.audits(3), journals]);
    expectNone(
      kept.filter(value => !log.includes(value)),
      `${after}: what neither audit log nor journal keeps`,
    );
  }

  private async expectListed(id: number, sent: Body, after: string): Promise<void> {
    if (!this.kind.list) return;
    const row = await this.find(this.kind.list, id);
    expectNone(
      this.listed(row, sent)
        .filter(([field, value]) => !shows(valueAt(row, field), value))
        .map(
          ([field, value]) =>
            `${field}: sent ${JSON.stringify(value)}, listed ${JSON.stringify(valueAt(row, field))}`,
        ),
      `${after}, as GET ${this.kind.list} lists it`,
    );
  }

  private listed(row: unknown, sent: Body): [string, Json][] {
    return Object.entries(sent).filter(
      ([field]) => valueAt(row, field) !== undefined && this.kind.notInList?.[field] === undefined,
    );
  }

  /** What the list shows is in the export too; checked for texts, which look the same in any export. */
  private async expectExported(id: number, sent: Body, after: string): Promise<void> {
    if (!this.kind.list || !this.kind.export) return;
    const texts = this.listed(await this.find(this.kind.list, id), sent)
      .filter(([field]) => !this.kind.notExported?.[field])
      .map(([, value]) => value)
      .filter((value): value is string => typeof value === 'string' && /^Value number|^Word\d/i.test(value));
    const response = await this.get(`${this.kind.export}?format=csv&${this.kind.exportQuery ?? ''}`);
    const rows: string[][] = parse(response.body, { bom: true, relaxColumnCount: true });
    const row = rows.find(cells => cells.some(cell => texts[0] !== undefined && cell.includes(texts[0])));
    expectNone(
      texts.filter(text => !row?.some(cell => cell.includes(text))),
      `${after}: texts that GET ${this.kind.export} lacks`,
    );
  }

  private async find(path: string, id: number): Promise<unknown> {
    const shown: unknown = (
      await this.get(
        path.includes('{') || path.includes('?') ? this.fill(path, id) : `${path}${listSize(path)}`,
      )
    ).json();
    const rows = valueAt(shown, 'data');
    if (!Array.isArray(rows) || id === 0) return shown;
    const row = rows.find(one => Number(valueAt(one, this.kind.idAt === 'code' ? 'code' : 'id')) === id);
    expectNone(row === undefined ? [id] : [], `GET ${path} has no row ${id}`);
    return row;
  }

  private async get(url: string) {
    const response = await this.shop.app.inject({
      method: 'GET',
      url: `/api${url}`,
      headers: { authorization: `Bearer ${this.token}` },
    });
    expectNone(
      response.statusCode === 200 ? [] : [response.statusCode],
      `GET ${url}: ${response.body.slice(0, 300)}`,
    );
    return response;
  }

  private async ask(method: 'POST' | 'PUT', path: string, id: number, body: Body): Promise<unknown> {
    const response = await this.send(method, path, id, body);
    expectNone(
      response.statusCode < 300 ? [] : [response.statusCode],
      `${method} ${path} of ${JSON.stringify(body)}: ${response.body}`,
    );
    return response.json();
  }

  private send(method: 'POST' | 'PUT', path: string, id: number, body: Body) {
    return this.shop.app.inject({
      method,
      url: `/api${this.fill(path, id)}`,
      payload: body as object,
      headers: { authorization: `Bearer ${this.token}` },
    });
  }

  private fill(path: string, id: number): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(this.kind.at?.[name] ?? id));
  }
}

export const listSize = (path: string): string => ('listing' in callOf('GET', path) ? '?per_page=100' : '');

/** The body as stored: some texts are normalised, such as a postcode into capitals. */
function stored(schema: z.ZodType, body: Body): Body {
  const fields = new Map(fieldsOf(schema));
  return Object.fromEntries(
    Object.entries(body).map(([field, value]): [string, Json] => {
      const read = fields.get(field)?.safeParse(value).data;
      const isText =
        typeof read === 'string' || (Array.isArray(read) && read.every(one => typeof one === 'string'));
      return [field, isText ? read : value];
    }),
  );
}

/** Fails the test with every problem, not only the first. */
function expectNone(problems: readonly unknown[], words: string): void {
  expect(problems, words).toEqual([]);
}
