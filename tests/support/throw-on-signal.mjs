// Loaded before Counterfoil by a test (R38): a signal makes a timer throw, and a promise fail that no one awaits.
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('a timer of the test threw');
  });
  setTimeout(() => {
    void Promise.reject(new Error('a promise of the test failed'));
  });
});
