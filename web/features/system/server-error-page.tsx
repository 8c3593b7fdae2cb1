import { PlainLink } from '../../ui/links';
import { MessagePage } from './message-page';

export const ServerErrorPage = () => (
  <MessagePage
    code="500"
    title="Something went wrong"
    text="The server did not respond. Your saved work is safe. Try again in a moment."
  >
    <PlainLink to="/dashboard">Go to dashboard</PlainLink>
  </MessagePage>
);
