import pg from 'pg';
import type { DatabaseConnection } from '../../server/platform/database/embedded';
import type { Kind } from './declared-statements';

/** The columns that the database reports, by name, or its error message. */
export type Described = { readonly columns: ReadonlyMap<string, Kind> } | { readonly refused: string };
export type Describe = (text: string) => Promise<Described>;

/** How `server/platform/database/open-database.ts` parses each type of the database. */
const kinds: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'bytes',
  20: 'number',
  21: 'number',
  23: 'number',
  26: 'number',
  700: 'number',
  701: 'number',
  // Exact, so it stays text until a codec parses it.
  1700: 'string',
  1082: 'string',
  1114: 'date',
  1184: 'date',
  114: 'json',
  3802: 'json',
};

/** What the driver calls on anything it is given to run. */
type Wire = {
  parse(statement: { name: string; text: string }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
};
type Field = { readonly name: string; readonly dataTypeID: number };

/** Prepares a statement without running it. */
class Description {
  readonly name = '';
  readonly text: string;
  private readonly answer: (fields: readonly Field[] | string) => void;
  private fields: readonly Field[] = [];

  constructor(text: string, answer: (fields: readonly Field[] | string) => void) {
    this.text = text;
    this.answer = answer;
  }

  submit(wire: Wire): void {
    wire.parse({ name: this.name, text: this.text });
    wire.describe({ type: 'S', name: this.name });
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields;
  }

  // The driver sends nothing more for a statement that was refused.
  handleError({ message }: Error): void {
    this.answer(message);
  }

  handleReadyForQuery(): void {
    this.answer(this.fields);
  }
}

/** Prepares statements without running them. */
export async function openDescriber(
  connection: DatabaseConnection,
): Promise<{ describe: Describe; close: () => Promise<void> }> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ oid: number; category: string }>(
    'select oid::int as oid, typcategory as category from pg_type',
  );
  const categories = new Map(rows.map(({ oid, category }) => [oid, category]));
  const kindOf = (oid: number): Kind => kinds[oid] ?? (categories.get(oid) === 'A' ? 'array' : 'string');
  return {
    describe: text =>
      new Promise(resolve => {
        client.query(
          new Description(text, answered =>
            resolve(
              typeof answered === 'string'
                ? { refused: answered }
                : { columns: new Map(answered.map(({ name, dataTypeID }) => [name, kindOf(dataTypeID)])) },
            ),
          ) as unknown as pg.Submittable,
        );
      }),
    close: () => client.end(),
  };
}
