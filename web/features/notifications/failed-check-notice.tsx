import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { TextLink } from '../../ui/links';

/** For users who can open the Books page. */
export const FailedCheckNotice = () => (
  <Alert
    role="alert"
    color="red"
    variant="light"
    mb={12}
    className="no-print"
    title="A check of the books failed"
    icon={<TriangleAlert size={18} />}
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    Some figures do not agree, so reports may be wrong, and no period can be closed.{' '}
    <TextLink to="/books" fw={600}>
      View the failed checks
    </TextLink>
  </Alert>
);
