import { Alert, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { clearFailure } from '../platform/session';

/** Shown when a stored token could not be checked (R-06, E-08). */
export function AuthenticationError({ message }: { message: string }) {
  const navigate = useNavigate();
  const goToLogin = () => {
    clearFailure();
    void navigate({ to: '/login' });
  };
  return (
    <div className="whole-window">
      <Alert
        role="alert"
        color="red"
        title="Authentication Error"
        maw={420}
        w="100%"
        styles={{ message: { color: 'var(--mantine-color-text)' } }}
      >
        <p style={{ margin: '0 0 12px' }}>{message}</p>
        <Button onClick={goToLogin}>Go to Login</Button>
      </Alert>
    </div>
  );
}
