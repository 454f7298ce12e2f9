import 'server-only';
import { ConfigError, readConfig } from './config';

/** Ends the process when the configuration cannot work; the log says which setting and why, never its value. */
export function refuseToStartMisconfigured(): void {
  try {
    readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`glyph workbench: ${error.message}`);
    process.exit(1);
  }
}
