import { PageLink } from '../../ui/page-link';

/** Our number of a supplier bill, linked to its page for users who can open it. */
export const BillLink = ({ bill: { id, number } }: { bill: { id: number; number: string } }) => (
  <PageLink to={`/purchases/bills/${id}`} className="figures" fw={560}>
    {number}
  </PageLink>
);
