import type { Company } from '../../kernel/company';
import { writeMailBody } from '../../kernel/outbox';
import type { SupplierFacts } from './emails.queries';

export const supplierEmailSubject = ({ name }: SupplierFacts) => `Supplier details: ${name}`;

/** The supplier's details, as sent by the company. */
export const supplierEmailBody = (supplier: SupplierFacts, company: Company, attachments: number) =>
  writeMailBody([
    `These are the details that ${company.name} holds for ${supplier.name}.`,
    {
      facts: [
        ['Name', supplier.name],
        ['Email', supplier.email],
        ['Phone', supplier.phone],
        ['Contact person', supplier.contact_person],
        ['Address', supplier.address],
      ],
    },
    ...(attachments > 0
      ? [attachments === 1 ? 'One file is attached.' : `${attachments} files are attached.`]
      : []),
    [company.name, ...company.lines].join('\n'),
  ]);
