import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '#domain/accounts/account.contract';
import type { ListState } from '../../platform/list-state';
import { SelectFilter } from '../../ui/select-filter';
import { chartOfAccounts } from './accounting.queries';

/** The accounts of the chart. */
export const useAccounts = () => useQuery({ ...chartOfAccounts, select: ({ data }) => data });

const optionsOf = (all: readonly Account[]) =>
  all.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }));

/** A select of accounts that allow manual postings. */
export function AccountSelect({
  accepts,
  ...field
}: NativeSelectProps & { accepts: (account: Account) => boolean }) {
  const { data = [] } = useAccounts();
  const open = data.filter(account => account.status === 'active' && accepts(account));
  return <NativeSelect {...field} data={[{ value: '', label: 'Choose an account' }, ...optionsOf(open)]} />;
}

/** Filters a list by account. */
export function AccountFilter({ list }: { list: ListState<never, 'account'> }) {
  const { data = [] } = useAccounts();
  return (
    <SelectFilter list={list} name="account" label="Account" all="All accounts" options={optionsOf(data)} />
  );
}
