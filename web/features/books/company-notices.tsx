import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAccess } from '../../platform/access';
import { useCompanyStatus } from '../../platform/company-status';
import { TextLink } from '../../ui/links';

/** Details that must be entered before documents are correct: the name, and the VAT number (rule V23). */
export function CompanyNotices() {
  const status = useCompanyStatus();
  const canEdit = useAccess().can('edit_setting');
  if (!status) return null;
  return (
    <>
      {!status.is_named && (
        <CompanyNotice title="Your company name is missing">
          Receipts and invoices say “Company name not entered” until you enter it.{' '}
          {canEdit ? (
            <TextLink to="/settings/$section" params={{ section: 'company' }} fw={600}>
              Enter the name and address
            </TextLink>
          ) : (
            'Ask an administrator to enter it in Settings.'
          )}
        </CompanyNotice>
      )}
      {status.vat === 'number_missing' && (
        <CompanyNotice title="Your VAT number is missing">
          VAT is being charged as before, but your invoices show no VAT number. Enter the number, or mark the
          company as not registered.{' '}
          {canEdit ? (
            <TextLink to="/settings/$section" params={{ section: 'vat' }} fw={600}>
              Enter the VAT number
            </TextLink>
          ) : (
            'Ask an administrator to enter it in Settings.'
          )}
        </CompanyNotice>
      )}
    </>
  );
}

const CompanyNotice = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert
    role="alert"
    color="red"
    variant="light"
    mb={12}
    title={title}
    icon={<TriangleAlert size={18} />}
    data-company-notice
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    {children}
  </Alert>
);
