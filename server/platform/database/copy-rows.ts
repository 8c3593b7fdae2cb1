import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';

/** Streams the rows of a query in PostgreSQL's COPY text format. */
export const copyOut = (client: pg.ClientBase, query: string): AsyncIterable<Buffer> =>
  client.query(copyStreams.to(`copy (${query}) to stdout`));

/** Adds rows in that format; `into` is a table with its columns. */
export const copyIn = (client: pg.ClientBase, into: string, content: AsyncIterable<Buffer>): Promise<void> =>
  pipeline(content, client.query(copyStreams.from(`copy ${into} from stdin`)));
