import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AnyCall } from '#domain/kernel/call';
import { type IgnoredParam, usableParams } from '../../platform/ignored-params';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * The parameters of a report. They live in the address only, so that they can be shared, saved and
 * navigated.
 */
export type ReportState = {
  readonly params: Params;
  /** As the API takes them: only what the report knows. */
  readonly query: Readonly<Record<string, string>>;
  /** Parameters in the address that the report cannot use. */
  readonly ignored: readonly IgnoredParam[];
  readonly change: (changes: Params) => void;
};

/**
 * Every report has a period and a comparison; `more` lists its other parameters, and `call` their valid
 * values.
 */
export function useReportState(call: Pick<AnyCall, 'query'>, more: readonly string[] = []): ReportState {
  const navigate = useNavigate();
  const params = useSearch({ strict: false }) as Params;
  const names = ['period', 'from', 'to', 'compare', ...more];
  const fromAddress = Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string] => names.includes(entry[0]) && !!entry[1],
    ),
  );
  const { query, ignored } = call.query
    ? usableParams(call.query, fromAddress)
    : { query: fromAddress, ignored: [] };
  return {
    params,
    query,
    ignored,
    change: changes =>
      void navigate({
        to: '.',
        search: Object.fromEntries(
          // Different dates have different pages.
          Object.entries({ ...params, page: undefined, ...changes }).filter(([, value]) => value),
        ),
      }),
  };
}
