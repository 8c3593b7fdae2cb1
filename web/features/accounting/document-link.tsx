import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** The document that a posting comes from, leading to its page where it has one. */
export function DocumentLink({
  document: { number, link },
}: {
  document: { number: string | null; link: string | null };
}) {
  if (number === null) return '—';
  if (link === null) return <span className="figures">{number}</span>;
  return (
    <Anchor component={Link} to={link} className="figures">
      {number}
    </Anchor>
  );
}
