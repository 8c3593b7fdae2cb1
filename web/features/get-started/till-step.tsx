import { StepLinks } from './step-links';

export const TillStep = () => (
  <StepLinks
    title="What to do"
    links={[
      {
        to: '/sales/registers',
        label: '1. Check the register',
        about: 'There is one already, called Till 1, for an 80 mm receipt roll. Rename it, or choose A4.',
      },
      {
        to: '/settings/receipts',
        label: '2. Check the receipt',
        about: 'See a sample, and add a line of your own at the top or bottom.',
      },
      {
        to: '/profile',
        label: '3. Choose a till PIN',
        about: 'Sign in at the till and approve refunds and discounts with it.',
      },
      {
        to: '/sales/pos',
        label: '4. Open the till',
        about:
          'Count the cash in the drawer as the float; it can be £0.00. Choose a receipt printer in the till’s menu (Shift+F10), or print from the browser.',
      },
    ]}
  />
);
