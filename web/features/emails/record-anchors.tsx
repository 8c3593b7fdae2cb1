import { ActionIcon, Button } from '@mantine/core';
import { Link2, X } from 'lucide-react';
import { useState } from 'react';
import { inbox, type MessageDetail, type RecordLink } from '#domain/emails/inbox.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { PageAddress } from '../../platform/page-path';
import type { Notices } from '../../ui/notice';
import { onDemand } from '../../ui/on-demand';
import { PageLink } from '../../ui/page-link';
import { useReloadMail } from './emails.queries';

const LinkDialog = onDemand(async () => (await import('./link-dialog')).LinkDialog);

const kinds: Readonly<Record<RecordLink['type'], { noun: string; page: (id: number) => PageAddress }>> = {
  supplier: { noun: 'Supplier', page: id => `/suppliers/${id}` },
  customer: { noun: 'Customer', page: id => `/customers/view/${id}` },
  purchase_order: { noun: 'Order', page: id => `/purchases/${id}` },
  sale: { noun: 'Invoice', page: id => `/sales/invoices/${id}` },
  employee: { noun: 'Employee', page: id => `/employees/${id}` },
  expense: { noun: 'Expense', page: id => `/expenses/${id}` },
  quote: { noun: 'Quote', page: id => `/sales/quotes/${id}` },
};

/** The records that a message is linked to. Links added by hand can be removed. */
export function RecordAnchors({ message, notices }: { message: MessageDetail; notices: Notices }) {
  const { canCall } = useAccess();
  const [isLinking, setLinking] = useState(false);
  const reload = useReloadMail();
  const canLink = canCall(inbox.link);
  const unlink = async (link_id: number) => {
    try {
      await request(inbox.unlink, { params: { id: message.id, link_id }, shownInPlace: true });
      await reload();
    } catch (error) {
      notices.failed(messageOf(error, 'The link could not be removed.'));
    }
  };
  if (message.links.length === 0 && !canLink) return null;
  return (
    <div className="mail-links">
      {message.links.map(({ type, id, name, link_id }) => (
        <span key={`${type} ${id}`} className="mail-linked">
          <PageLink to={kinds[type].page(id)} className="mail-link">
            {kinds[type].noun} {name}
          </PageLink>
          {canLink && link_id !== null && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              title="Remove link"
              aria-label={`Remove link to ${name}`}
              onClick={() => void unlink(link_id)}
            >
              <X size={14} aria-hidden />
            </ActionIcon>
          )}
        </span>
      ))}
      {canLink && (
        <Button
          className="no-print"
          variant="subtle"
          size="compact-xs"
          leftSection={<Link2 size={14} />}
          onClick={() => setLinking(true)}
        >
          Link to a record
        </Button>
      )}
      {isLinking && <LinkDialog messageId={message.id} onClose={() => setLinking(false)} />}
    </div>
  );
}
