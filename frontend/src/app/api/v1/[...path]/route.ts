import { readConfig } from '@/server/config';
import { errorAnswer, NO_SESSION } from '@/server/errors';
import { refusedAsForeign } from '@/server/guard';
import { relay } from '@/server/relay';
import { currentSession } from '@/server/session';

interface Context {
  readonly params: Promise<{ path: string[] }>;
}

async function handle(request: Request, context: Context): Promise<Response> {
  const config = readConfig();
  const refusal = refusedAsForeign(request, config.publicOrigin);
  if (refusal) return errorAnswer(403, refusal);
  const session = await currentSession();
  if (!session) return errorAnswer(401, NO_SESSION);
  return relay(request, (await context.params).path, session, config);
}

export { handle as DELETE, handle as GET, handle as POST, handle as PUT };
