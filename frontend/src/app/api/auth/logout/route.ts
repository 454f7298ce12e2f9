import { readConfig } from '@/server/config';
import { errorAnswer } from '@/server/errors';
import { refusedAsForeign } from '@/server/guard';
import { currentSession } from '@/server/session';
import { signOut } from '@/server/sign-in';

export async function POST(request: Request): Promise<Response> {
  const config = readConfig();
  const refusal = refusedAsForeign(request, config.publicOrigin);
  return refusal ? errorAnswer(403, refusal) : signOut(await currentSession(), config);
}
