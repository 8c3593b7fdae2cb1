import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ProviderLink, providerSignIn } from '#domain/session/provider.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { confirmedRemoval } from '../../platform/confirm';
import { leaveForProvider } from '../../platform/provider-visit';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { ExactMoment } from '../../ui/dates/day';
import type { Notices } from '../../ui/notice';
import { ownProviderLinks } from './profile.queries';
import { signInColumns } from './sign-in-columns';

/** The user's account at the company's sign-in provider; nothing where there is neither. */
export function ProviderLinksCard({ notices }: { notices: Notices }) {
  const page = useQuery(ownProviderLinks);
  const { data } = page;
  if (!data || (data.provider === null && data.data.length === 0)) return null;
  const { provider } = data;
  const isLinked = data.data.some(link => link.issuer === provider?.issuer);
  const remove = async (link: ProviderLink) => {
    const question = `Remove the link to ${nameOf(link)}?`;
    const consequence =
      'It no longer signs you in. If its verified address is yours, signing in with it links it again.';
    if (!(await confirmedRemoval(question, 'Remove', consequence))) return;
    try {
      const { message } = await request(providerSignIn.unlink, {
        params: { id: link.id },
        shownInPlace: true,
      });
      notices.succeeded(message);
      await page.refetch();
    } catch (error) {
      notices.failedWrite(error, 'The link could not be removed.');
    }
  };
  // The server asks who the user is here, over the profile, before they leave for the provider.
  const startLinking = async () => {
    try {
      await leaveForProvider('link', '/profile');
    } catch (error) {
      notices.failed(messageOf(error, 'The provider could not be reached.'));
    }
  };
  return (
    <Card
      title="Single sign-on"
      flush
      actions={
        provider &&
        !isLinked &&
        provider.site === location.origin && (
          <Button size="xs" variant="default" onClick={() => void startLinking()}>
            Link my account
          </Button>
        )
      }
    >
      {data.data.length === 0 ? (
        <p className="card-body dialog-note">
          Your account at {provider?.name} is not linked yet. It is linked when you first sign in with it, if
          your address there is verified and the same as here. You can also link it now.
        </p>
      ) : (
        <DataTable
          label="Single sign-on"
          rows={data.data}
          rowKey={link => link.id}
          columns={columnsOf(link => void remove(link))}
        />
      )}
    </Card>
  );
}

const nameOf = ({ email, issuer }: ProviderLink) => email ?? `the account at ${new URL(issuer).host}`;

const columnsOf = (onRemove: (link: ProviderLink) => void): Column<ProviderLink>[] => [
  { header: 'Account', cell: link => link.email ?? 'Address unknown' },
  { header: 'Provider', cell: link => new URL(link.issuer).host },
  { header: 'Linked', kind: 'moment', cell: link => <ExactMoment at={link.created_at} /> },
  ...signInColumns<ProviderLink>({ labelOf: link => `the link to ${nameOf(link)}`, onRemove }),
];
