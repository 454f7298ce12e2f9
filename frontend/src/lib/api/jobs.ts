import { readJob } from './client';
import type { Job } from './types';

const POLL_MS = 1000;

/** The job once it has ended, done or failed. */
export async function untilEnded(started: Job, read: (id: string) => Promise<Job> = readJob): Promise<Job> {
  let job = started;
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = await read(job.id);
  }
  return job;
}
