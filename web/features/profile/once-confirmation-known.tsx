import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card';
import { ownConfirmation } from './profile.queries';

type Props = {
  readonly title: string;
  /** The card, with the name of the provider by which the user signs in instead of a password. */
  readonly children: (provider: string | undefined) => ReactNode;
};

/** Shows a card once it is known how the user confirms. Most have a password, so it is asked for if this cannot be read. */
export function OnceConfirmationKnown({ title, children }: Props) {
  const { data, isPending } = useQuery(ownConfirmation);
  if (!isPending) return children(data?.by_provider?.name);
  return (
    <Card title={title}>
      <p className="dialog-note">Loading…</p>
    </Card>
  );
}
