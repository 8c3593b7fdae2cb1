import { useCanOpen } from '../../platform/may-open';
import { TextLink } from '../links';

/** The document behind a posting, as a link if the user can open it. */
export function DocumentLink({
  document: { number, link },
}: {
  document: { number: string | null; link: string | null };
}) {
  const canOpen = useCanOpen();
  if (number === null) return '—';
  if (link === null || !canOpen(link)) return <span className="figures">{number}</span>;
  return (
    <TextLink to={link} className="figures">
      {number}
    </TextLink>
  );
}
