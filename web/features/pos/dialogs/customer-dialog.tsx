import { Button, TextInput } from '@mantine/core';
import { UserPlus, UserRound } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { hasPermission } from '#domain/kernel/access';
import type { TillCustomer } from '#domain/pos/pos.contract';
import { useStore } from '../../../platform/store';
import { isConnected } from '../device/connection';
import { customersHere, refreshCustomers, searchCustomers } from '../device/customers';
import { chooseCustomer } from '../change-terms';
import { useTill, useDialogScan } from '../till-context';
import type { Till } from '../till-state';
import { NewCustomer } from './new-customer';
import { TillDialog } from './till-dialog';

/** A loyalty or account card has the customer number as its barcode. */
function useScannedCustomer(search: (code: string) => void, choose: (customer: TillCustomer) => void): void {
  useDialogScan(code => {
    search(code);
    const [only, ...others] = searchCustomers(code);
    if (only && others.length === 0) choose(only);
  });
}

/** Finds the customer on this device while typing, or adds a new one. */
export function CustomerDialog() {
  const till = useTill();
  const connected = useStore(isConnected);
  const [typed, setTyped] = useState('');
  // Enter chooses nobody before something is typed or marked. By id, because the list may be read again under the finger.
  const [markedId, setMarkedId] = useState<number | null>(null);
  const [isNew, setNew] = useState(false);
  // Someone quick opens this before the customers are read from the device.
  const isLoaded = useStore(customersHere) !== undefined;
  const found = searchCustomers(typed);
  const marked = found.findIndex(({ id }) => id === markedId);
  const mark = (at: number) => setMarkedId(found[at]?.id ?? null);
  const search = (text: string) => {
    setTyped(text);
    setMarkedId(firstFound(text));
  };
  // What was typed before the customers were read.
  if (markedId === null && found.length > 0 && typed.trim() !== '') mark(0);
  // The office may just have added the customer who stands here.
  useEffect(() => void refreshCustomers(30_000), []);
  const choose = (customer: TillCustomer | null) => {
    chooseCustomer(till, customer);
    till.close();
  };
  useScannedCustomer(search, choose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') mark(Math.min(found.length - 1, marked + 1));
    else if (event.key === 'ArrowUp') mark(Math.max(0, marked - 1));
    else if (event.key === 'Enter') {
      const chosen = found[marked];
      if (chosen) choose(chosen);
    } else return;
    event.preventDefault();
  };
  const canAdd = hasPermission(till.user, 'create_customer') && connected;
  if (isNew) return <NewCustomer name={typed} onBack={() => setNew(false)} onAdded={choose} />;
  return (
    <TillDialog onClose={till.close} title="Customer" size={520}>
      <div className="till-form">
        <TextInput
          aria-label="Find a customer"
          placeholder="Name, number, phone or postcode"
          size="lg"
          autoComplete="off"
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls="till-customers"
          aria-activedescendant={found[marked] ? `customer-${found[marked].id}` : undefined}
          value={typed}
          onChange={event => search(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Choices customers={found} marked={marked} onChoose={choose} />
        {found.length === 0 && (
          <p className="till-nothing" role="status">
            {noneFound(till, { isLoaded, connected })}
          </p>
        )}
        <div className="till-form-buttons">
          <Button variant="default" leftSection={<UserRound size={16} />} onClick={() => choose(null)}>
            Walk-in customer
          </Button>
          {canAdd && (
            <Button variant="light" leftSection={<UserPlus size={16} />} onClick={() => setNew(true)}>
              Add customer
            </Button>
          )}
        </div>
      </div>
    </TillDialog>
  );
}

const firstFound = (text: string): number | null =>
  text.trim() === '' ? null : (searchCustomers(text)[0]?.id ?? null);

function noneFound(
  { user }: Till,
  { isLoaded, connected }: { isLoaded: boolean; connected: boolean },
): string {
  if (!hasPermission(user, 'view_customer'))
    return 'You do not have permission to view customers. Sell to the walk-in customer.';
  if (isLoaded) return 'No customers found. Try a shorter search.';
  return connected ? 'Loading the customers…' : 'The customers are not on this till yet.';
}

type ChoicesProps = {
  customers: readonly TillCustomer[];
  marked: number;
  onChoose: (customer: TillCustomer) => void;
};

const Choices = ({ customers, marked, onChoose }: ChoicesProps) => (
  <div className="till-choices" role="listbox" id="till-customers" aria-label="Customers">
    {customers.map((customer, index) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={customer.id}
        id={`customer-${customer.id}`}
        role="option"
        aria-selected={index === marked}
        className="till-choice"
        onClick={() => onChoose(customer)}
      >
        <b>{customer.name}</b>
        <span>{[customer.number, customer.postcode, customer.phone].filter(Boolean).join(' · ')}</span>
      </div>
    ))}
  </div>
);
