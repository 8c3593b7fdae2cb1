import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { twoFactor, twoFactorRequired, type TwoFactorRequired } from '#domain/session/two-factor.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { checkSession } from '../../platform/session';
import type { Notices } from '../../ui/notice';

const inWords = {
  nobody: 'Two-factor: as each likes',
  administrators: 'Two-factor: administrators must',
  everybody: 'Two-factor: everybody must',
} as const satisfies Record<TwoFactorRequired, string>;
const said = {
  nobody: 'Nobody has to use two-factor sign-in.',
  administrators: 'Administrators have to set up two-factor sign-in before anything else.',
  everybody: 'Everybody has to set up two-factor sign-in before anything else.',
} as const satisfies Record<TwoFactorRequired, string>;

/** Of whom the firm requires a code beside the password. */
export function TwoFactorPolicy({ notices }: { notices: Notices }) {
  const policy = useQuery({
    queryKey: [twoFactor.policy.path],
    queryFn: () => request(twoFactor.policy),
  });
  const queries = useQueryClient();
  if (!policy.data) return null;
  const choose = async (chosen: string) => {
    try {
      const required_of = twoFactorRequired.parse(chosen);
      const saved = await request(twoFactor.setPolicy, { body: { required_of }, shownInPlace: true });
      notices.succeeded(said[required_of]);
      queries.setQueryData([twoFactor.policy.path], saved);
      // It may be required of whoever has just said so.
      await checkSession();
    } catch (error) {
      notices.failed(messageOf(error, 'Error'));
    }
  };
  return (
    <NativeSelect
      aria-label="Two-factor sign-in is required of"
      value={policy.data.required_of}
      onChange={event => void choose(event.currentTarget.value)}
      data={twoFactorRequired.options.map(option => ({ value: option, label: inWords[option] }))}
    />
  );
}
