import { Checkbox } from '@mantine/core';
import { tenderMethodNames } from '#domain/sales/tender';
import {
  type ChosenMethod,
  chosenMethod,
  type PaymentMethods,
  paymentMethods,
  type PaymentRules,
} from '#domain/settings/payment-methods.contract';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { SettingCard } from './setting-card';

/** How sales may be paid, and where the money is in the books. */
export const PaymentSection = () => (
  <SettingCard
    title="Payment at the till"
    about="Cash is always taken; wallet and account are for customers who have them. A reference, such as the last four digits of a card, is asked for before a payment counts."
    get={paymentMethods.get}
    save={paymentMethods.save}
  >
    {({ setting, onSaved }) => <PaymentForm payment={setting} onSaved={onSaved} />}
  </SettingCard>
);

type Values = { methods: PaymentRules; version: number };
type Props = { payment: PaymentMethods; onSaved: (saved: PaymentMethods) => void };

function PaymentForm({ payment, onSaved }: Props) {
  const form = useContractForm<Values, PaymentMethods>({
    schema: paymentMethods.save.body,
    initial: valuesOf(payment),
    send: body => request(paymentMethods.save, { body, shownInPlace: true }),
    onDone: onSaved,
    failure: 'The methods could not be saved.',
    valuesOfCurrent: row => {
      const current = row as PaymentRules & { version: number };
      return {
        methods: Object.fromEntries(
          chosenMethod.options.map(method => [method, current[method]]),
        ) as PaymentRules,
        version: current.version,
      };
    },
  });
  return (
    <Form form={form} submitLabel="Save">
      <table className="payment-table">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Taken</th>
            <th scope="col">Needs a reference</th>
            <th scope="col">Account</th>
          </tr>
        </thead>
        <tbody>
          {payment.data.map(({ method, account }) => (
            <tr key={method}>
              <th scope="row">{tenderMethodNames[method]}</th>
              {method === 'cash' ? (
                <>
                  <td>Always</td>
                  <td>—</td>
                </>
              ) : (
                <MethodBoxes method={method} form={form} />
              )}
              <td>
                <span className="figures">{account.code}</span> {account.name}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Form>
  );
}

const MethodBoxes = ({
  method,
  form,
}: {
  method: ChosenMethod;
  form: ReturnType<typeof useContractForm<Values, PaymentMethods>>;
}) => {
  const field = form.form.getInputProps;
  const name = tenderMethodNames[method];
  return (
    <>
      <td>
        <Checkbox
          aria-label={`${name} is taken`}
          {...field(`methods.${method}.is_taken`, { type: 'checkbox' })}
        />
      </td>
      <td>
        <Checkbox
          aria-label={`${name} needs a reference`}
          {...field(`methods.${method}.needs_reference`, { type: 'checkbox' })}
        />
      </td>
    </>
  );
};

const valuesOf = ({ data, version }: PaymentMethods): Values => ({
  methods: Object.fromEntries(
    data.flatMap(({ method, is_taken, needs_reference }) =>
      chosenMethod.safeParse(method).success ? [[method, { is_taken, needs_reference }]] : [],
    ),
  ) as PaymentRules,
  version,
});
