/** Refuses to start on missing, short or placeholder secrets, rather than at the first login. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { ConfigError, readConfig } = await import('@/server/config');
  try {
    readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`glyph workbench: ${error.message}`);
    process.exit(1);
  }
}
