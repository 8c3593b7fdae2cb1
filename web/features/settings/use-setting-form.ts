import * as z from 'zod';
import type { AnyCall, BodySent } from '#domain/kernel/call';
import { type CallParameters, request } from '../../platform/api';
import { type ContractForm, useContractForm } from '../../ui/form';

type Terms<Call extends AnyCall, Setting, Values> = {
  readonly setting: Setting;
  readonly onSaved: (saved: Setting) => void;
  readonly valuesOf: (setting: Setting) => Values;
  /** What is sent, if it is not the values as they are. */
  readonly bodyOf?: (values: Values) => BodySent<Call>;
  /** The fallback if the server sent no message. */
  readonly failure: string;
  /** Reads what another user saved, if it has amounts (`decodedBy`). */
  readonly currentOf?: (sent: unknown) => Setting;
};

/** The form of a setting within its `SettingCard`. `save` is the call that saves it. */
export const useSettingForm = <
  Setting,
  Call extends AnyCall & { readonly reply: z.ZodType<Setting> },
  Values extends Record<string, unknown> & { version: number },
>(
  save: Call,
  {
    setting,
    onSaved,
    valuesOf,
    bodyOf = values => values as BodySent<Call>,
    failure,
    currentOf = sent => sent as Setting,
  }: Terms<Call, Setting, Values>,
): ContractForm<Values> =>
  useContractForm<Values, Setting>({
    schema: z.preprocess(values => bodyOf(values as Values), save.body),
    initial: valuesOf(setting),
    // The types cannot tell of any call that its path has no id.
    send: values => {
      const parameters = [{ body: bodyOf(values), shownInPlace: true }] as unknown as CallParameters<Call>;
      return request(save, ...parameters);
    },
    onDone: onSaved,
    failure,
    valuesOfCurrent: sent => valuesOf(currentOf(sent)),
  });

/** What another user saved, read as the reply of the call that saves it. */
export const decodedBy =
  <Setting>(save: { readonly reply: z.ZodType<Setting> }) =>
  (sent: unknown): Setting =>
    z.decode(save.reply, sent);
