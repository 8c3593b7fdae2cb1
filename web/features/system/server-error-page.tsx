import { Link } from '@tanstack/react-router';
import { MessagePage } from './message-page';

export const ServerErrorPage = () => (
  <MessagePage
    code="500"
    title="Something went wrong"
    text="The server did not respond. Your saved work is safe. Try again in a moment."
  >
    <Link to="/dashboard">Go to dashboard</Link>
  </MessagePage>
);
