import { Alert, Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Similarity, PossibleDuplicate } from '#domain/customers/customer.contract';
import type { PageAddress } from '../../platform/page-path';
import type { CustomerFormValues } from './customer-form-values';
import { lookAlikes } from './customers.queries';

const words: Readonly<Record<Similarity, string>> = {
  email: 'email address',
  phone: 'phone number',
  name_and_postcode: 'name and postcode',
};

const inWords = (same: readonly Similarity[]) =>
  `the same ${same.map(similarity => words[similarity]).join(', and the same ')}`;

type Props = { values: CustomerFormValues; except: number | undefined; canView: boolean };

/**
 * Warns of likely duplicates while a customer is entered. It does not block, because two customers may share
 * an address.
 */
export function DuplicateWarning({ values, except, canView }: Props) {
  const [{ name, email, phone, postcode }] = useDebouncedValue(
    { name: values.name, email: values.email, phone: values.phone, postcode: values.billing_postcode },
    300,
  );
  const found = useQuery({
    ...lookAlikes({ name, email, phone, postcode }, except),
    // These two are enough on their own; the others are not.
    enabled: email.trim() !== '' || phone.trim() !== '' || (name.trim() !== '' && postcode.trim() !== ''),
    placeholderData: keepPreviousData,
  });
  const isAsked =
    email.trim() !== '' || phone.trim() !== '' || (name.trim() !== '' && postcode.trim() !== '');
  const alike = isAsked ? (found.data?.data ?? []) : [];
  return (
    <div role="status" className="look-alike-place">
      {alike.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<TriangleAlert size={18} />}
          data-notice="warning"
          title="This customer may already exist"
          styles={{
            message: { color: 'var(--mantine-color-text)' },
            title: { color: 'var(--mantine-color-text)' },
          }}
        >
          <ul className="look-alikes">
            {alike.map(other => (
              <li key={other.id}>
                <Name other={other} canView={canView} /> ({other.number}
                {other.status === 'inactive' ? ', inactive' : ''}) has {inWords(other.same)}.
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

// In a new tab, so that the form is kept.
const Name = ({ other, canView }: { other: PossibleDuplicate; canView: boolean }) =>
  canView ? (
    <Anchor
      href={`/customers/view/${other.id}` satisfies PageAddress}
      target="_blank"
      rel="noopener"
      aria-label={`${other.name}, opens in a new tab`}
      inherit
    >
      {other.name}
    </Anchor>
  ) : (
    other.name
  );
