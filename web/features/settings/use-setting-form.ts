import * as z from 'zod';
import type { AnyCall, BodySent } from '#domain/kernel/call';
import { type CallParameters, request } from '../../platform/api';
import { type ContractForm, useContractForm } from '../../ui/form/form';

type SavingCall<Setting> = AnyCall & { readonly reply: z.ZodType<Setting> };
type SettingValues = Record<string, unknown> & { version: number };

type Terms<Setting, Values> = {
  readonly setting: Setting;
  readonly onSaved: (saved: Setting) => void;
  readonly valuesOf: (setting: Setting) => Values;
  /** The fallback if the server sent no message. */
  readonly failure: string;
  /** Reads what another user saved, if it has amounts (`decodedBy`). */
  readonly currentOf?: (sent: unknown) => Setting;
};
/** What is sent, where it is not the values as they are. */
type Converter<Call extends AnyCall, Values> = { readonly bodyOf: (values: Values) => BodySent<Call> };

/** The form of a setting within its `SettingCard`. `save` is the call that saves it. */
export function useSettingForm<
  Setting,
  Call extends SavingCall<Setting>,
  Values extends SettingValues & BodySent<Call>,
>(save: Call, terms: Terms<Setting, Values>): ContractForm<Values>;
export function useSettingForm<Setting, Call extends SavingCall<Setting>, Values extends SettingValues>(
  save: Call,
  terms: Terms<Setting, Values> & Converter<Call, Values>,
): ContractForm<Values>;
export function useSettingForm<Setting, Call extends SavingCall<Setting>, Values extends SettingValues>(
  save: Call,
  {
    setting,
    onSaved,
    valuesOf,
    bodyOf = values => values as BodySent<Call>,
    failure,
    currentOf = sent => sent as Setting,
  }: Terms<Setting, Values> & Partial<Converter<Call, Values>>,
): ContractForm<Values> {
  return useContractForm<Values, Setting>({
    schema: z.preprocess(values => bodyOf(values as Values), save.body),
    initial: valuesOf(setting),
    send: values => {
      // TypeScript cannot infer that the path of `Call` has no parameters.
      const parameters = [{ body: bodyOf(values), shownInPlace: true }] as unknown as CallParameters<Call>;
      return request(save, ...parameters);
    },
    onDone: onSaved,
    failure,
    valuesOfCurrent: sent => valuesOf(currentOf(sent)),
  });
}

/** What another user saved, read as the reply of the call that saves it. */
export const decodedBy =
  <Setting>(save: { readonly reply: z.ZodType<Setting> }) =>
  (sent: unknown): Setting =>
    z.decode(save.reply, sent);
