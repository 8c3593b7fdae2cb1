import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { dueOf } from './amount-due';
import { announcementOf, type Heard, heardOf } from './engine/announce';
import { useTill } from './till-context';

/** Tells screen readers what was added, changed or removed, and the new total (F109). */
export function BasketAnnouncer() {
  const till = useTill();
  const { basket, calculated } = till;
  const [said, say] = useState('');
  const heard = useRef<Heard | null>(null);
  const due = dueOf(till);
  useEffect(() => {
    // The price of a new line may still be on its way.
    if (calculated.kind !== 'calculated') return;
    const now = heardOf(basket, calculated.sale, due);
    const words = heard.current && announcementOf(heard.current, now);
    heard.current = now;
    if (words !== null) say(words);
  }, [basket, calculated, due]);
  return (
    <VisuallyHidden role="status" className="till-said">
      {said}
    </VisuallyHidden>
  );
}
