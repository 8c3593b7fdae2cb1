import { Link } from '@tanstack/react-router';
import { MessagePage } from './message-page';

export const ServerErrorPage = () => (
  <MessagePage
    code="500"
    title="Something went wrong"
    text="The server could not answer. Nothing you saved before is lost; try again in a moment."
  >
    <Link to="/dashboard">To the dashboard</Link>
  </MessagePage>
);
