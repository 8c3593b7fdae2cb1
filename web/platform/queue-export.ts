import { exportFiles } from '#domain/exports/export.contract';
import { type AnyCall, fillPath } from '#domain/kernel/call';
import { request } from './api';

type Asked = {
  readonly params?: Readonly<Record<string, number>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
};

/** Makes a file in the background. A failure has been reported when it throws. */
export async function queueExport(call: AnyCall, { params = {}, query = {} }: Asked): Promise<void> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  await request(exportFiles.create, {
    body: { path: fillPath(call.path, params), query: Object.fromEntries(given) },
  });
}
