import { MailCheck } from 'lucide-react';
import type { BulkEmailKind } from '#domain/bulk-emails/bulk-email.contract';
import type { Permission } from '#domain/kernel/permissions';
import { useAccess } from '../../platform/access';
import { LinkButton } from '../../ui/links';

type Props = { kind: BulkEmailKind; needs?: Permission };

/** A link from a list to the bulk emails sent from it. */
export function BulkEmailsLink({ kind, needs }: Props) {
  const { can } = useAccess();
  if (needs && !can(needs)) return null;
  return (
    <LinkButton to="/bulk-emails" search={{ kind }} variant="default" leftSection={<MailCheck size={16} />}>
      Bulk emails
    </LinkButton>
  );
}
