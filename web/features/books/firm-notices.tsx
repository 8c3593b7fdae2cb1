import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '../../platform/access';
import { useCompanyStatus } from '../../platform/company-status';
import { TextLink } from '../../ui/links';

/** Details that must be entered before documents are correct: the name, and the VAT number (rule V23). */
export function FirmNotices() {
  const status = useCompanyStatus();
  const canEdit = useAccess().can('edit_setting');
  if (!status) return null;
  return (
    <>
      {!status.is_named && (
        <FirmNotice title="Your company name is missing">
          Receipts and invoices say “Company name not entered” until you enter it.{' '}
          {canEdit ? (
            <TextLink to="/settings/$section" params={{ section: 'company' }} fw={600}>
              Enter the name and address
            </TextLink>
          ) : (
            'Ask an administrator to enter it in Settings.'
          )}
        </FirmNotice>
      )}
      {status.vat === 'number_missing' && (
        <FirmNotice title="Your VAT number is missing">
          VAT is being charged as before, but your invoices show no VAT number. Enter the number, or mark the
          company as not registered.{' '}
          {canEdit ? (
            <TextLink to="/settings/$section" params={{ section: 'vat' }} fw={600}>
              Enter the VAT number
            </TextLink>
          ) : (
            'Ask an administrator to enter it in Settings.'
          )}
        </FirmNotice>
      )}
    </>
  );
}

const FirmNotice = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert
    role="alert"
    color="red"
    variant="light"
    mb={12}
    title={title}
    icon={<TriangleAlert size={18} />}
    data-firm-notice
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {children}
  </Alert>
);
