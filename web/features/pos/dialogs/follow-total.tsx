import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { tenderName } from '../device/payment-rules';
import type { Followed } from '../engine/pay';
import type { TenderEntry } from './use-tender-entry';

/**
 * After the total has changed: one step changes the payment that may not have been taken yet. What else is entered keeps the
 * payment as it is.
 */
export function FollowTotal({ followed, entry }: { followed: Followed; entry: TenderEntry }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { setTenders, pay, isBack } = entry;
  const { from, to, all } = followed;
  return (
    <>
      <Button
        ref={button}
        size="lg"
        onClick={() => {
          setTenders(all);
          void pay(all);
        }}
      >
        Change {tenderName(to.method)} to {formatPounds(to.tendered)}
      </Button>
      {!isBack && <p className="pay-follow">{ifTaken(from.tendered, to.tendered)}</p>}
    </>
  );
}

const ifTaken = (before: number, now: number): string =>
  now > before
    ? `If ${formatPounds(before)} was taken already, take the ${formatPounds(now - before)} that is left below instead.`
    : `If ${formatPounds(before)} was taken already, return ${formatPounds(before - now)} of it.`;
