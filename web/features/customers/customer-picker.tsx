import type { TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { type CustomerChoice, customers } from '#domain/customers/customer.contract';
import { request } from '../../platform/api';
import { useLookUp } from '../../platform/look-up';
import { LookUp } from '../../ui/look-up';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  chosen: CustomerChoice | null;
  onChange: (customer: CustomerChoice | null) => void;
  /** Which of those found may be chosen. */
  offers?: (customer: CustomerChoice) => boolean;
};

/** Finds a customer by name, e-mail, phone, number or postcode. Inactive ones are shown as such. */
export function CustomerPicker({ chosen, onChange, offers = () => true, ...field }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const found = useLookUp([customers.search.path], typed ?? '', isOpen, async (text, signal) => {
    const query = { text: text.slice(0, 200) };
    const { data } = await request(customers.search, {
      query,
      ...(signal ? { signal } : {}),
      shownInPlace: true,
    });
    return data.filter(offers);
  });
  const choose = (customer: CustomerChoice | undefined) => {
    if (!customer) return;
    setTyped(null);
    setOpen(false);
    onChange(customer);
  };
  return (
    <LookUp
      field={{
        ...field,
        onBlur: () => {
          if (typed === '' && chosen) onChange(null);
          setTyped(null);
        },
      }}
      text={typed ?? chosen?.name ?? ''}
      onText={setTyped}
      isOpen={isOpen}
      onOpen={setOpen}
      opensUnasked
      choices={found.items?.map(({ id, name, number, billing_postcode, email, status }) => ({
        key: id,
        label: name,
        detail: [number, billing_postcode ?? email, status === 'inactive' && 'Inactive']
          .filter(Boolean)
          .join(' · '),
      }))}
      isCurrent={found.isCurrent}
      onChoose={index => choose(found.items?.[index])}
      onEnter={() => void found.best().then(choose)}
      nothing="No customer found"
      onClear={() => {
        setTyped(null);
        onChange(null);
      }}
    />
  );
}
