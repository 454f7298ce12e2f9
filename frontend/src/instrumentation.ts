/** Refuses to start on missing, short or placeholder secrets, rather than at the first login. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { refuseToStartMisconfigured } = await import('@/server/startup');
    refuseToStartMisconfigured();
  }
}
