import { notifications } from '#domain/notifications/notification.contract';
import { apiTokens } from '#domain/session/api-token.contract';
import { confirmation } from '#domain/session/confirmation.contract';
import { passkeys } from '#domain/session/passkey.contract';
import { providerSignIn } from '#domain/session/provider.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { twoFactor } from '#domain/session/two-factor.contract';
import { pins } from '#domain/tills/cashier.contract';
import { contractQuery } from '../../platform/queries';

export const ownDevices = contractQuery(ownAccount.devices, { shownInPlace: false });
export const ownConfirmation = contractQuery(confirmation.get, { shownInPlace: false });
export const ownTwoFactor = contractQuery(twoFactor.get, { shownInPlace: false });
export const ownPin = contractQuery(pins.get, { shownInPlace: false });
export const ownPasskeys = contractQuery(passkeys.list, { shownInPlace: false });
export const ownProviderLinks = contractQuery(providerSignIn.links, { shownInPlace: false });
export const ownTokens = contractQuery(apiTokens.list, { shownInPlace: false });
export const ownNotificationChoices = contractQuery(notifications.choices, { shownInPlace: false });
