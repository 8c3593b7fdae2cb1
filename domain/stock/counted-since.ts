import { no, type RuleResult, yes } from '../kernel/rule-result';

/** A product that has been counted since a document moved it, from the stock which that left. */
export type CountedSince = {
  readonly product: string;
  readonly number: string;
  readonly is_posted: boolean;
  /** Whether that stocktake found variances, so that it can be reversed itself. */
  readonly has_moved: boolean;
};

/**
 * A document that moved stock is reversed only while no stocktake is based on what it left: that one has corrected stock
 * already, so reversing the document as well would correct it twice (rule I8).
 */
export function notCountedSince(number: string, counted: CountedSince | null): RuleResult {
  if (counted === null) return yes;
  return no(
    `${counted.product} was counted in ${counted.number}, after ${number} was posted. ${whatFirst(counted)}`,
  );
}

/** A stocktake without variances cannot be reversed: what it counted is right. */
function whatFirst({ number, is_posted, has_moved }: CountedSince): string {
  if (!is_posted) return 'Clear its count there first.';
  return has_moved
    ? `Reverse ${number} first.`
    : 'It agreed with stock there. Adjust the products that are wrong instead.';
}
