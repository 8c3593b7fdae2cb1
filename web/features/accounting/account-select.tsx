import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Account } from '#domain/accounts/account.contract';
import type { ListState } from '../../platform/list-state';
import { SelectFilter } from '../../ui/filters/select-filter';
import { chartOfAccounts } from './accounting.queries';

/** The accounts of the chart. */
const useAccounts = () => useQuery({ ...chartOfAccounts, select: ({ data }) => data });

const optionsOf = (all: readonly Account[]) =>
  all.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

type Accepts = (account: Account) => boolean;

const openOnes = (all: readonly Account[], accepts: Accepts) =>
  all.filter(account => account.status === 'active' && accepts(account));

/** Reads the accounts that the select offers; null if they cannot be read. */
export function useReadOpenAccounts(): (accepts: Accepts) => Promise<readonly Account[] | null> {
  const queries = useQueryClient();
  return accepts =>
    queries.ensureQueryData(chartOfAccounts).then(
      ({ data }) => openOnes(data, accepts),
      () => null,
    );
}

/** A select of accounts that allow manual postings. */
export function AccountSelect({ accepts, ...field }: NativeSelectProps & { accepts: Accepts }) {
  const { data = [] } = useAccounts();
  const choices = optionsOf(openOnes(data, accepts));
  return <NativeSelect {...field} data={[{ value: '', label: 'Choose an account' }, ...choices]} />;
}

/** Filters a list by account. */
export function AccountFilter({ list }: { list: ListState<never, 'account'> }) {
  const { data = [] } = useAccounts();
  return (
    <SelectFilter list={list} name="account" label="Account" all="All accounts" options={optionsOf(data)} />
  );
}
