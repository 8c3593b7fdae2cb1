import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AnyCall } from '#domain/kernel/call';
import { type IgnoredParam, usableParams } from '../../platform/ignored-params';

type Params = Readonly<Record<string, string | undefined>>;

/** What a report is asked for. The address is its only home, so that it can be sent, kept and gone back to. */
export type ReportState = {
  readonly params: Params;
  /** As the API takes it: only what the report knows. */
  readonly query: Readonly<Record<string, string>>;
  /** What of the address the report cannot use. */
  readonly ignored: readonly IgnoredParam[];
  readonly change: (changes: Params) => void;
};

/**
 * Every report knows its days and what they are held against; `more` is what else this one knows, and `call` which values
 * each may have.
 */
export function useReportState(call: Pick<AnyCall, 'query'>, more: readonly string[] = []): ReportState {
  const navigate = useNavigate();
  const params = useSearch({ strict: false }) as Params;
  const known = ['period', 'from', 'to', 'compare', ...more];
  const asked = Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string] => known.includes(entry[0]) && !!entry[1],
    ),
  );
  const { query, ignored } = call.query ? usableParams(call.query, asked) : { query: asked, ignored: [] };
  return {
    params,
    query,
    ignored,
    change: changes =>
      void navigate({
        to: '.',
        search: Object.fromEntries(
          // Other days have other pages.
          Object.entries({ ...params, page: undefined, ...changes }).filter(([, value]) => value),
        ),
      }),
  };
}
